package dev.clog.offheap.inspect;

/**
 * Reads many ids of a folder at the speed of memory: whole words of 32 ids, straight from the mapped files, one file
 * open at a time. Not safe for use by several threads.
 */
public final class StatusScan {

    /**
     * A scan of the segments as they were listed.
     *
     * @param folder the segments, and the range that ids must be in to count
     */
    public StatusScan(SegmentFolder folder) {
        throw new UnsupportedOperationException();
    }

    /**
     * Counts the ids of the folder's range that a segment holds.
     *
     * @throws dev.clog.api.PageIoException if it is no file or can't be read
     */
    public StatusCounts count(SegmentFile segment) {
        throw new UnsupportedOperationException();
    }

    /**
     * Shows every id from {@code firstXid} to {@code lastXid}, in or out of the folder's range, to a visitor.
     *
     * @param firstXid 64-bit id, at least 0
     * @param lastXid 64-bit id; nothing is shown if it is less than {@code firstXid}
     * @throws dev.clog.api.ClogException what the visitor throws at unreadable stretches
     */
    public void visit(long firstXid, long lastXid, StatusVisitor visitor, ScanProgress progress) {
        throw new UnsupportedOperationException();
    }
}
