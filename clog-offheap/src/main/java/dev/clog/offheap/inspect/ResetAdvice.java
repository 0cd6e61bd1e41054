package dev.clog.offheap.inspect;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionId;
import dev.clog.offheap.format.SegmentOrder;
import dev.clog.offheap.format.StatusLayout;

/** Values for {@code pg_resetwal} that fit the segments that are there. */
/*
 * The rule of pg_resetwal's manual: the next id is the greatest segment number plus one, times the ids of a segment; the
 * oldest id is the least number times that. "Least" and "greatest" go by the ring: where 0FFF and 0000 are there, 0FFF is
 * the least. The range is left out of it, since it is what is in doubt. An id below 3 is refused by the tool.
 */
final class ResetAdvice {
    private ResetAdvice() {}

    /** A sentence; empty where there is no such tool, or no segment. */
    static String of(SegmentFolder folder) {
        SegmentOrder order = folder.order();
        long[] numbers = folder.segments().stream()
                .mapToLong(SegmentFile::number)
                .sorted()
                .toArray();
        if (order.idSpace() != IdSpace.WRAPPING_32 || numbers.length == 0) {
            return "";
        }
        int oldest = order.oldestOf(numbers);
        long newest = numbers[(oldest + numbers.length - 1) % numbers.length];
        long free = (newest + 1) % order.size();
        return "If the next id was set by mistake, the safe values that pg_resetwal's rule gives for the segments that are"
                + " there are -x 0x" + hex(order, free) + " (next free segment " + StatusLayout.segmentName(free)
                + ") and -u 0x" + hex(order, numbers[oldest]) + " (oldest segment "
                + StatusLayout.segmentName(numbers[oldest]) + ")"
                + (free == 0 ? ", with an epoch (-e) one greater than before." : ".");
    }

    private static String hex(SegmentOrder order, long segment) {
        return Long.toHexString(Math.max(order.layout().firstPosition(segment), TransactionId.FIRST_NORMAL));
    }
}
