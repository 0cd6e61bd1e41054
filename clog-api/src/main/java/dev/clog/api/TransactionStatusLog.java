package dev.clog.api;

/**
 * The status of every transaction from a horizon to the newest one, two bits each.
 *
 * <p>All methods may be called from any thread at any time. {@link #status} and {@link #setTree} take no lock and never
 * wait; {@link #extendTo}, {@link #checkpoint}, {@link #endRecovery} and {@link #close} do I/O and wait for each other.
 *
 * <p>Order an engine must keep for a commit: insert the commit record into its own log; flush it, if the commit is
 * synchronous; {@link #setTree}; then remove the transaction from its running set. A reader asks the running set first:
 * a transaction that crashed stays {@link TransactionStatus#IN_PROGRESS} for ever.
 *
 * <p>Durability: a status is in the files once a {@link #checkpoint} that began after {@link #setTree} returned has
 * returned. Until then it is the engine's log that keeps it, and the engine replays it. A crash in the middle of a
 * checkpoint may leave part of a tree in the files where the whole of it was not acknowledged by a checkpoint; replay
 * makes it whole.
 *
 * <p>Source: PostgreSQL {@code clog.c}, {@code transam.c}.
 */
public interface TransactionStatusLog extends AutoCloseable {

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
     * @throws PageIoException if the page can't be read; the log has failed then
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
     * Makes the page of {@code xid}, and all before it, part of the log, zeroed. An engine calls this before it hands
     * out {@code xid}; unless {@code xid} is the first of a page this only compares two numbers. The file of a new
     * segment is allocated in full and durable when this returns.
     *
     * @throws WraparoundException if {@code xid} is too far beyond the horizon for {@link IdSpace#WRAPPING_32}
     * @throws PageIoException if a file can't be made, for one because the disk is full; nothing has been extended then
     */
    void extendTo(long xid);

    /**
     * Writes every page that changed to its file and forces the files. All statuses set before the call are in the files
     * when it returns. Setters and readers go on meanwhile.
     *
     * @throws PageIoException if a page can't be written; it is still to be written then, and a later checkpoint may
     *     succeed. If a file can't be forced the log has failed: nothing tells what of it is durable
     * @throws LogFailedException if the log had failed already
     */
    void checkpoint();

    /**
     * Ends recovery: the statuses at and past {@code nextXid} on its page are zeroed, the log is extended to the page
     * before it, and changes that only replay may make are refused from here on.
     *
     * @param nextXid 64-bit id that will be handed out next
     * @throws IllegalStateException if the log is not in recovery
     */
    void endRecovery(long nextXid);

    /** The horizon: the least id that has a status. */
    long oldestXid();

    /** The end of the extended pages: the least id beyond the last page that has a status. */
    long endXid();

    /** True from the open with {@link LogConfig#recovery} until {@link #endRecovery}. */
    boolean inRecovery();

    /** How ids are laid on the files. */
    IdSpace idSpace();

    /**
     * Takes a checkpoint, unless the log has failed, then releases the folder. Calling it again does nothing.
     *
     * @throws PageIoException if the checkpoint fails; the folder is released all the same
     */
    @Override
    void close();
}
