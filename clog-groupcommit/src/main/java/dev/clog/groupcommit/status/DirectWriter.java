package dev.clog.groupcommit.status;

import dev.clog.api.LogClosedException;
import dev.clog.api.TransactionStatus;
import dev.clog.offheap.PagedStatusLog;

/** No lock of its own: the log's way. */
final class DirectWriter implements StatusWriter {
    private final PagedStatusLog log;
    private volatile boolean closed;

    DirectWriter(PagedStatusLog log) {
        this.log = log;
    }

    @Override
    public void setTree(long xid, long[] children, TransactionStatus status, long lsn) {
        if (closed) {
            throw new LogClosedException(log.location());
        }
        log.setTree(xid, children, status, lsn);
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
