package dev.clog.groupcommit.status;

import dev.clog.api.TransactionStatus;

/**
 * Sets statuses in one log on behalf of many committing threads, platform or virtual.
 *
 * <p>A thread may wait for the lock of a bank, or for the one that holds it for all; an interrupt does not end the wait and
 * stays in the thread's flag.
 */
public interface StatusWriter extends AutoCloseable {

    /**
     * As {@link dev.clog.api.TransactionStatusLog#setTree}: on return the tree is visible to readers, and where this throws
     * the error is that of this tree, whoever set it.
     *
     * @param children read during the call only, and by nobody afterwards
     * @throws dev.clog.api.LogClosedException if the writer was closed before
     */
    void setTree(long xid, long[] children, TransactionStatus status, long lsn);

    /** What was counted since the writer was made. */
    StatusWriterStatistics statistics();

    /** Refuses what comes later; each commit that is in flight still gets its answer. The log stays open. */
    @Override
    void close();
}
