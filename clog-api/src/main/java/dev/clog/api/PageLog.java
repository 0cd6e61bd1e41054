package dev.clog.api;

/**
 * Life of a log that keeps an entry of fixed size for every id from a horizon to the newest one, on pages in segment
 * files.
 *
 * <p>All methods may be called from any thread at any time. Those here do I/O, but for the simple questions, and wait for
 * each other; readers and setters go on meanwhile.
 *
 * <p>Source: PostgreSQL {@code slru.c}.
 */
public interface PageLog extends AutoCloseable {

    /**
     * Makes the page of {@code xid}, and all before it, part of the log, zeroed. An engine calls this before it hands
     * out {@code xid}; unless {@code xid} is the first of a page this only compares two numbers. The file of a new
     * segment is allocated in full and durable when this returns. The write-ahead log is told of each page before, but in
     * recovery.
     *
     * @throws IllegalArgumentException if {@code xid} is beyond {@link LogConfig#LARGEST_XID}
     * @throws WraparoundException if {@code xid} is too far beyond the horizon for {@link IdSpace#WRAPPING_32}
     * @throws PageIoException if a file can't be made, for one because the disk is full; nothing has been extended then
     */
    void extendTo(long xid);

    /**
     * Writes every page that changed to its file and forces the files. All that was set before the call is in the files
     * when it returns. Waits for those between {@link TransactionStatusLog#enterCommit} and
     * {@link TransactionStatusLog#exitCommit}.
     *
     * @throws PageIoException if a page can't be written; it is still to be written then, and a later checkpoint may
     *     succeed. If a file can't be forced the log has failed: nothing tells what of it is durable
     * @throws LogFailedException if the log had failed already
     */
    void checkpoint();

    /**
     * Moves the horizon up: ids below it have no entry any more, and segment files that only held such ids are removed.
     * The horizon moves first, then the write-ahead log is told, durably, unless in recovery, then files go: a reader
     * never finds a file removed under it. Stops at the least id that is retained; a truncation held back goes on with
     * the next one, or the next checkpoint, after the lease is closed. A horizon below the present one changes nothing.
     *
     * @param oldestXid 64-bit id, the least that keeps its entry; at most the next id to be handed out
     * @return the horizon now
     * @throws WraparoundException if the last page of the log precedes that of the id ("apparent wraparound"), but in
     *     recovery, where the log is extended to it; nothing has changed
     * @throws PageIoException if the write-ahead log can't be told, or a file can't be removed: the horizon has moved, and
     *     the files go with the next truncation
     */
    long truncate(long oldestXid);

    /**
     * Keeps the horizon from moving past {@code xid} until the lease is closed. Does no I/O.
     *
     * @param xid 64-bit id, not below the horizon
     * @throws XidTooOldException if it is below the horizon already
     */
    HorizonLease retain(long xid);

    /**
     * Replays the record of {@link dev.clog.api.spi.WriteAheadLog#pageZeroed}: the page is all zeros, in memory and,
     * durably, in its file, and part of the log with all before it. Records of pages below the horizon change nothing.
     *
     * @param pageNumber number of the page, as in the record
     * @throws IllegalStateException if the log is not in recovery
     */
    void replayPageZeroed(long pageNumber);

    /**
     * Ends recovery: the log ends with the page of {@code nextXid}, or before it where that is the first id there; what
     * the page says at and past {@code nextXid} is zeroed, durably; replay is refused from here on.
     *
     * @param nextXid 64-bit id that will be handed out next
     * @throws IllegalStateException if the log is not in recovery
     */
    void endRecovery(long nextXid);

    /** The horizon: the least id that has an entry. */
    long oldestXid();

    /** The end of the extended pages: the least id beyond the last page. */
    long endXid();

    /** True from the open with {@link LogConfig#recovery} until {@link #endRecovery}. */
    boolean inRecovery();

    /** How ids are laid on the files. */
    IdSpace idSpace();

    /** What the pages went through. */
    PageStatistics statistics();

    /** Starts the counts of {@link #statistics} again. */
    void resetStatistics();

    /**
     * Takes a checkpoint, unless the log has failed, then releases the folder. Whatever was set by a call that returned is
     * in it; a call that runs meanwhile throws {@link LogClosedException}. Calling it again does nothing.
     *
     * @throws PageIoException if the checkpoint fails; the folder is released all the same
     */
    @Override
    void close();
}
