package dev.clog.offheap.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionId;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** FMT-3, FMT-4, FMT-6, FMT-7: which ids a segment holds, and which segment is the oldest. */
class SegmentOrderTest {
    private static final long IDS_32 = 1L << 32;

    private final SegmentOrder wrapping = new SegmentOrder(StatusLayout.STANDARD, IdSpace.WRAPPING_32);
    private final SegmentOrder full = new SegmentOrder(StatusLayout.STANDARD, IdSpace.FULL_64);

    @ParameterizedTest
    @ValueSource(ints = {1024, 2048, 4096, 8192, 16384, 32768})
    @DisplayName("FMT-4: ids of 32 bits fill a whole number of segments, at every page size")
    void shouldHaveWholeNumberOfSegments(int pageBytes) {
        StatusLayout layout = new StatusLayout(pageBytes);
        SegmentOrder order = new SegmentOrder(layout, IdSpace.WRAPPING_32);
        assertEquals(IDS_32, order.size() * layout.xidsPerSegment());
        assertTrue(order.contains(order.size() - 1));
        assertFalse(order.contains(order.size()));
        assertEquals(order.size() - 1, order.segment(IDS_32 - 1));
        assertEquals(0, order.segment(IDS_32));
    }

    @Test
    void shouldPlaceSegmentNearestToAnchor() {
        assertEquals(IDS_32 - 1_048_576, wrapping.firstXidNear(0xFFF, IDS_32 + 12_719));
        assertEquals(IDS_32, wrapping.firstXidNear(0, IDS_32 - 7));
        assertEquals(5 * IDS_32 + 0x200000, wrapping.firstXidNear(2, 5 * IDS_32 + 100));
        assertEquals(0x200000, full.firstXidNear(2, 5 * IDS_32 + 100));
    }

    @Test
    @DisplayName("no id lies before epoch 0")
    void shouldPlaceSegmentPastAnchorWhenItWouldLieBeforeEpochZero() {
        assertEquals(IDS_32 - 1_048_576, wrapping.firstXidNear(0xFFF, 1_081_273));
        assertEquals(-1_048_576, wrapping.firstXidUpTo(0xFFF, 1_081_273));
        assertEquals(-1, full.firstXidUpTo(0xFFF, 1_081_273));
    }

    @Test
    @DisplayName("FMT-7: the segment that is placed behind an id precedes its page, and the other way round")
    void shouldAgreeWithOrderOfIds() {
        long seed = 7;
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            long anchor = IDS_32 + (random.nextLong() >>> 30);
            long segment = random.nextInt(4096);
            long first = wrapping.firstXidNear(segment, anchor);
            String what = "seed=" + seed + " segment=" + segment + " anchor=" + anchor;
            assertEquals(segment, wrapping.segment(first), what);
            assertTrue(first >= anchor - (1L << 31) - 1_048_576 && first < anchor + (1L << 31), what);
            long before = wrapping.firstXidUpTo(segment, anchor);
            assertEquals(segment, wrapping.segment(before), what);
            assertTrue(before <= anchor && before > anchor - IDS_32, what);
            long anchorStart = wrapping.segmentStart(anchor);
            if (Math.abs(first - anchorStart) < 1L << 31) {
                boolean precedes = TransactionId.precedes((int) first + 4, (int) anchorStart + 4);
                assertEquals(precedes, first < anchorStart, what);
            }
        }
    }

    @Test
    @DisplayName("FMT-7: without an id, the oldest segment is the one behind the largest hole")
    void shouldFindOldestBehindLargestHole() {
        assertEquals(0, wrapping.oldestOf(new long[] {}));
        assertEquals(0, wrapping.oldestOf(new long[] {9}));
        assertEquals(0, wrapping.oldestOf(new long[] {0, 1, 2}));
        assertEquals(1, wrapping.oldestOf(new long[] {0, 0xFFF}));
        assertEquals(2, wrapping.oldestOf(new long[] {0, 1, 0xFFE, 0xFFF}));
        assertEquals(0, wrapping.oldestOf(new long[] {0, 0x800}));
        assertEquals(0, full.oldestOf(new long[] {0, 0xFFF}));
    }

    @Test
    @DisplayName("FMT-7: wherever the used part of the ring begins, its first segment is found, holes or not")
    void shouldFindOldestOfEveryFolderWithHalfOfTheRing() {
        long seed = 11;
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            int oldest = random.nextInt(4096);
            int length = 1 + random.nextInt(2048);
            int last = length - 1;
            long[] numbers = random.ints(1 + random.nextInt(20), 0, length)
                    .mapToLong(step -> (oldest + step) % 4096)
                    .toArray();
            numbers = Arrays.copyOf(numbers, numbers.length + 2);
            numbers[numbers.length - 2] = oldest;
            numbers[numbers.length - 1] = ((long) oldest + last) % 4096;
            numbers = Arrays.stream(numbers).distinct().sorted().toArray();
            assertEquals(oldest, numbers[wrapping.oldestOf(numbers)], "seed=" + seed + " " + Arrays.toString(numbers));
        }
    }
}
