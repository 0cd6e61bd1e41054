package dev.clog.groupcommit.status;

import dev.clog.api.LogClosedException;
import dev.clog.api.TransactionStatus;
import dev.clog.offheap.StatusCursor;

/** Each commit takes the lock of its bank, exclusive or shared. */
final class LockedWriter implements StatusWriter {
    private final LockedStatuses statuses;
    private volatile boolean closed;

    LockedWriter(LockedStatuses statuses) {
        this.statuses = statuses;
    }

    @Override
    public void setTree(long xid, long[] children, TransactionStatus status, long lsn) {
        if (closed) {
            throw new LogClosedException(statuses.location());
        }
        try (StatusCursor cursor = statuses.cursor()) {
            cursor.enter(statuses.bankOf(xid));
            cursor.set(xid, children, status, lsn);
        }
    }

    @Override
    public StatusWriterStatistics statistics() {
        return StatusWriterStatistics.NONE;
    }

    @Override
    public void close() {
        closed = true;
    }
}
