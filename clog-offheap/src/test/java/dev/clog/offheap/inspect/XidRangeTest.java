package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** FMT-4, FMT-5, FMT-6: which ids a folder should hold. */
class XidRangeTest {
    private static final long IDS_32 = 1L << 32;

    private static XidRange wrapping(long oldest, long next) {
        return XidRange.of(IdSpace.WRAPPING_32, oldest, next);
    }

    @Test
    @DisplayName("FMT-4: a 32-bit oldest id lies behind a 64-bit next one")
    void shouldWidenOldest() {
        assertEquals(
                5 * IDS_32 + 716, wrapping(716, 5 * IDS_32 + 4711).oldestXid().orElseThrow());
        assertEquals(
                4 * IDS_32 + 9000, wrapping(9000, 5 * IDS_32 + 4711).oldestXid().orElseThrow());
    }

    @Test
    @DisplayName("FMT-6: of two 32-bit ids of which the oldest is greater, the next one has wrapped")
    void shouldTakeNextForWrappedWhenOldestIsGreater() {
        XidRange range = wrapping(4_294_960_001L, 12_719);
        assertEquals(4_294_960_001L, range.oldestXid().orElseThrow());
        assertEquals(IDS_32 + 12_719, range.nextXid().orElseThrow());
        assertEquals(range, wrapping(4_294_960_001L, IDS_32 + 12_719));
    }

    @Test
    void shouldKeepIdsWhenTheyDoNotWrap() {
        assertThrows(IllegalArgumentException.class, () -> XidRange.of(IdSpace.FULL_64, 4_294_960_001L, 12_719));
        assertEquals(
                716, XidRange.of(IdSpace.FULL_64, 716, 5 * IDS_32).oldestXid().orElseThrow());
    }

    @Test
    void shouldTakeZeroForNobodyActive() {
        XidRange range = wrapping(716, 1_081_273);
        assertEquals(range.nextXid(), range.withOldestActive(0).oldestActiveXid());
        assertEquals(OptionalLong.of(900), range.withOldestActive(900).oldestActiveXid());
        assertTrue(range.withOldestActive(900).isOver(899));
        assertFalse(range.withOldestActive(900).isOver(900));
        assertFalse(range.isOver(899), "nobody said who runs");
        assertEquals(
                OptionalLong.empty(),
                XidRange.unknown(IdSpace.WRAPPING_32).withOldestActive(0).oldestActiveXid());
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1, 2, IDS_32, IDS_32 + 2, Long.MAX_VALUE})
    @DisplayName("FMT-5: a bound is an id that is handed out")
    void shouldRefuseBoundThatIsNoOrdinaryId(long xid) {
        OptionalLong bound = OptionalLong.of(xid);
        OptionalLong none = OptionalLong.empty();
        assertThrows(IllegalArgumentException.class, () -> new XidRange(IdSpace.WRAPPING_32, bound, none, none));
        assertThrows(IllegalArgumentException.class, () -> new XidRange(IdSpace.WRAPPING_32, none, bound, none));
        assertThrows(IllegalArgumentException.class, () -> new XidRange(IdSpace.WRAPPING_32, none, none, bound));
    }

    @Test
    void shouldRefuseBoundsOutOfOrder() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new XidRange(IdSpace.WRAPPING_32, OptionalLong.of(10), OptionalLong.of(9), OptionalLong.empty()));
        assertThrows(IllegalArgumentException.class, () -> wrapping(716, 1000).withOldestActive(715));
        assertThrows(IllegalArgumentException.class, () -> wrapping(716, 1000).withOldestActive(1001));
        assertThrows(IllegalArgumentException.class, () -> wrapping(IDS_32 + 5, 3 * IDS_32));
    }

    @Test
    @DisplayName("case 08: a 32-bit id outside the range is past or behind it, whichever is nearer")
    void shouldWidenToNearestWhenXidIsOutside() {
        XidRange range = wrapping(716, 1_081_273);
        assertEquals(700, range.widen(700));
        assertTrue(range.precedes(range.widen(700)));
        assertTrue(range.follows(range.widen(0x7FFF_FFF0L)));
        assertTrue(range.precedes(range.widen(4_294_918_145L)));
        assertFalse(range.contains(range.widen(4_294_918_145L)));
        XidRange later = wrapping(5 * IDS_32 - 1000, 5 * IDS_32 + 1000);
        assertEquals(5 * IDS_32 - 1000, later.widen(IDS_32 - 1000));
        assertEquals(5 * IDS_32 + 999, later.widen(999));
        assertEquals(5 * IDS_32 + 1000, later.widen(1000));
        assertEquals(7 * IDS_32, later.widen(7 * IDS_32));
    }

    @Test
    @DisplayName("an id of the range is found however long the range is")
    void shouldWidenToIdOfRangeWhenRangeIsLong() {
        XidRange range = wrapping(5 * IDS_32 + 10, 6 * IDS_32 + 5);
        assertEquals(5 * IDS_32 + 10, range.widen(10));
        assertEquals(5 * IDS_32 + 4_000_000_000L, range.widen(4_000_000_000L));
        assertEquals(6 * IDS_32 + 4, range.widen(4));
    }

    @Test
    void shouldWidenByOldestOrNotAtAllWhenNextIsUnknown() {
        XidRange unknown = XidRange.unknown(IdSpace.WRAPPING_32);
        assertEquals(4711, unknown.widen(4711));
        assertEquals(5 * IDS_32 + 4711, unknown.withOldest(5 * IDS_32 + 716).widen(4711));
        assertEquals(
                4711, XidRange.unknown(IdSpace.FULL_64).withNext(5 * IDS_32).widen(4711));
    }

    @Test
    void shouldContainAssignableIdsWithinKnownBounds() {
        XidRange range = wrapping(4_294_960_001L, 12_719);
        assertTrue(range.contains(4_294_960_001L));
        assertTrue(range.contains(IDS_32 + 12_718));
        assertFalse(range.contains(IDS_32 + 12_719));
        assertFalse(range.contains(4_294_960_000L));
        assertFalse(range.contains(IDS_32 + 1));
        XidRange unknown = XidRange.unknown(IdSpace.WRAPPING_32);
        assertTrue(unknown.contains(7 * IDS_32 + 3));
        assertFalse(unknown.contains(7 * IDS_32 + 2));
        assertFalse(unknown.contains(-5));
        assertTrue(unknown.isUnknown());
        assertEquals("[oldest unknown, next unknown)", unknown.toString());
        assertEquals("[oldest 716, next 900)", wrapping(716, 900).toString());
    }
}
