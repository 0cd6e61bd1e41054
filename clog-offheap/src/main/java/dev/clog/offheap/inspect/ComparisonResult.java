package dev.clog.offheap.inspect;

/**
 * Totals of a comparison.
 *
 * @param differences stretches that differ
 * @param files segments that differ, by content or by being on one side only
 * @param bytes bytes that are on both sides and differ
 * @param xids ids that are on both sides and differ
 */
public record ComparisonResult(long differences, long files, long bytes, long xids) {

    /** True if there is no difference. */
    public boolean identical() {
        return differences == 0;
    }
}
