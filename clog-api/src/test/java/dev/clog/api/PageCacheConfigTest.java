package dev.clog.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PAG-2: what sizes a page cache may have, and how its slots are shared out. */
class PageCacheConfigTest {
    @ParameterizedTest
    @ValueSource(ints = {4, 8, 15, 16, 32, 48, 128, 131_072})
    @DisplayName("4 to 131072 slots, in banks of 16 with a lock each")
    void shouldTakeSlotsInBanks(int slots) {
        PageCacheConfig config = PageCacheConfig.ofBanks(slots);
        assertEquals(Math.max(1, slots / 16), config.banks());
        assertEquals(slots, config.slots());
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 8, 32, 64, 127, 128, 131_072})
    @DisplayName("any number under one control lock")
    void shouldTakeSlotsUnderOneLock(int slots) {
        assertEquals(1, PageCacheConfig.ofControlLock(slots).banks());
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -16, 0, 3, 131_073, 131_088, Integer.MAX_VALUE})
    void shouldRefuseTooFewAndTooMany(int slots) {
        for (boolean banked : new boolean[] {true, false}) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> new PageCacheConfig(
                            slots, banked, PageCacheConfig.Reads.LOCK_FREE, PageCacheConfig.Writes.SHARED, false));
            assertTrue(refused.getMessage().endsWith("slots=" + slots), refused.getMessage());
        }
    }

    @Test
    void shouldRefuseABankThatIsNotFull() {
        assertThrows(IllegalArgumentException.class, () -> PageCacheConfig.ofBanks(17));
        assertThrows(IllegalArgumentException.class, () -> PageCacheConfig.ofBanks(130));
    }
}
