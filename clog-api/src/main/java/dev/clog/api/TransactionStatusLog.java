package dev.clog.api;

/**
 * The status of every transaction from a horizon to the newest one, two bits each.
 *
 * <p>All methods may be called from any thread at any time. On the resident window {@link #status} and
 * {@link #setTree} take no lock and wait only where they are the first to use a segment, which is read in; in the page
 * cache they wait for a page that is not in memory.
 *
 * <p>Order an engine must keep for a commit: {@link #enterCommit}; insert the commit record into its own log; flush it, if
 * the commit is synchronous; {@link #setTree}; {@link #exitCommit}; then remove the transaction from its running set. A
 * reader asks the running set first: a transaction that crashed stays {@link TransactionStatus#IN_PROGRESS} for ever.
 *
 * <p>Durability: a status is in the files once a {@link #checkpoint} that began after {@link #setTree} returned has
 * returned. Until then it is the engine's log that keeps it, and the engine replays it. A crash in the middle of a
 * checkpoint may leave part of a tree in the files where the whole of it was not acknowledged by a checkpoint; replay
 * makes it whole.
 *
 * <p>Source: PostgreSQL {@code clog.c}, {@code transam.c}.
 */
public interface TransactionStatusLog extends PageLog {

    /**
     * The status of a transaction. Allocates nothing.
     *
     * <p>Memory order: whatever a thread did before a {@link #setTree} is visible to a thread that sees its statuses
     * here. A child is never seen committed before its parent.
     *
     * @param xid 64-bit id, from {@link #oldestXid} to below {@link #endXid}, or a reserved one: invalid reads as
     *     aborted, bootstrap and frozen as committed
     * @throws XidTooOldException below the horizon
     * @throws XidNotAssignedException at or beyond the end of the extended pages
     * @throws PageIoException if the page can't be read in; it may be tried again
     * @throws LogFailedException if the log has failed
     * @throws LogClosedException if the log is closed
     */
    TransactionStatus status(long xid);

    /** {@link #status}, except that an id below the horizon is {@link TransactionStatus#FROZEN} and no error. */
    TransactionStatus statusOrFrozen(long xid);

    /**
     * Sets the final status of a transaction and all its children: all visible at one instant, to readers that resolve
     * {@link TransactionStatus#SUB_COMMITTED} by the parent's status. Setting the same status again changes nothing.
     *
     * @param xid 64-bit id of the top transaction
     * @param children ids of its committed children, in any order (ascending is fastest); all later than {@code xid}.
     *     Read during the call only
     * @param status {@link TransactionStatus#COMMITTED} or {@link TransactionStatus#ABORTED}
     * @param lsn position in the write-ahead log that must be durable before these statuses reach a file, for an
     *     asynchronous commit; 0 for a synchronous commit, whose record is durable already, and for an abort
     * @throws IllegalArgumentException if the status is not one of the two, the position is negative, or a child is not
     *     later than its parent; nothing has changed
     * @throws StatusChangeException if an id has the other final status. No id has changed unless another thread set one
     *     of the tree's ids in the same instant: then those before it may have
     * @throws XidTooOldException as {@link #status}; nothing has changed
     * @throws XidNotAssignedException as {@link #status}; nothing has changed
     * @throws PageIoException as {@link #status}
     * @throws LogFailedException if the log has failed
     * @throws LogClosedException if the log is closed
     */
    void setTree(long xid, long[] children, TransactionStatus status, long lsn);

    /** {@link #setTree(long, long[], TransactionStatus, long)} with no LSN: the record is durable already. */
    default void setTree(long xid, long[] children, TransactionStatus status) {
        setTree(xid, children, status, 0);
    }

    /**
     * True if a transaction is committed. A sub-committed one is as its parent, and so on up; one whose parent the
     * {@link LogConfig#parents} does not know, or whose parent is below the horizon, counts as not committed, and in
     * {@link PageStatistics#orphans}.
     *
     * @throws XidTooOldException as {@link #status}
     * @throws XidNotAssignedException as {@link #status}
     * @throws PageIoException as {@link #status}
     */
    boolean isCommitted(long xid);

    /**
     * The position up to which the write-ahead log must be durable before the status of {@code xid} may be stored
     * elsewhere, such as in a hint on a row. It may be that of another transaction close by; 0 where nothing is known to
     * wait for, for one because the page went to its file since.
     *
     * <p>Ask after {@link #status}: the answer covers every status seen before.
     *
     * @throws XidTooOldException as {@link #status}
     * @throws XidNotAssignedException as {@link #status}
     */
    long latestLsn(long xid);

    /**
     * Says that the calling thread is about to insert a commit record: a checkpoint that begins later than this waits for
     * {@link #exitCommit}, so that a record before its starting point has its status in the files. Never waits itself.
     *
     * @return a ticket for {@link #exitCommit}
     */
    int enterCommit();

    /**
     * Says that the status of the commit is set.
     *
     * @param ticket what {@link #enterCommit} returned; from any thread, once
     */
    void exitCommit(int ticket);
}
