package dev.clog.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FMT-4, FMT-5. */
class IdSpaceTest {
    private static final long WRAP = 1L << 32;

    @Test
    void shouldReserveThreeLowWordsInEveryEpochWhereIdsWrap() {
        for (long epoch = 0; epoch < 3; epoch++) {
            for (long low = 0; low < 3; low++) {
                assertTrue(IdSpace.WRAPPING_32.isReserved(epoch * WRAP + low));
            }
            assertFalse(IdSpace.WRAPPING_32.isReserved(epoch * WRAP + 3));
        }
        assertFalse(IdSpace.WRAPPING_32.isReserved(-WRAP), "not an id at all");
    }

    @Test
    void shouldReserveOnlyThreeIdsWherePositionsAreSixtyFourBits() {
        assertTrue(IdSpace.FULL_64.isReserved(2));
        assertFalse(IdSpace.FULL_64.isReserved(3));
        assertFalse(IdSpace.FULL_64.isReserved(WRAP));
        assertFalse(IdSpace.FULL_64.isReserved(-1));
    }

    @Test
    void shouldSkipReservedIdsWhenAdvancing() {
        assertEquals(WRAP + 3, IdSpace.WRAPPING_32.next(WRAP - 1));
        assertEquals(WRAP, IdSpace.FULL_64.next(WRAP - 1));
        assertEquals(4, IdSpace.WRAPPING_32.next(3));
        assertEquals(3, IdSpace.FULL_64.skipReserved(1));
    }

    @Test
    void shouldTakeThePositionFromTheLowWordOnlyWhereIdsWrap() {
        assertEquals(5, IdSpace.WRAPPING_32.position(WRAP + 5));
        assertEquals(WRAP + 5, IdSpace.FULL_64.position(WRAP + 5));
    }

    @Test
    @DisplayName("LIF-5")
    void shouldEndIdsBeforeTheWrap() {
        long oldest = 5 * WRAP + 100;
        assertEquals(oldest + 2_147_483_647L - 3_000_000, IdSpace.WRAPPING_32.refusedFrom(oldest));
        assertEquals(oldest + 2_147_483_647L - 40_000_000, IdSpace.WRAPPING_32.warnedFrom(oldest));
        assertEquals(LogConfig.LARGEST_XID + 1, IdSpace.FULL_64.refusedFrom(oldest));
        assertEquals(LogConfig.LARGEST_XID + 1, IdSpace.FULL_64.warnedFrom(oldest));
    }
}
