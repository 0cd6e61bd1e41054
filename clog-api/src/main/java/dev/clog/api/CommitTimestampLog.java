package dev.clog.api;

/**
 * When each transaction committed, and where: eight bytes of time and two of origin an id, in the files of PostgreSQL's
 * {@code pg_commit_ts}. Durable as the status log is: by checkpoints, and until then by the engine's own log.
 *
 * <p>Source: PostgreSQL {@code commit_ts.c}.
 */
public interface CommitTimestampLog extends PageLog {

    /**
     * When a transaction committed; null where no time was set.
     *
     * @param xid 64-bit id
     * @throws XidTooOldException below the horizon
     * @throws XidNotAssignedException at or beyond the end of the extended pages, or reserved
     */
    CommitTimestamp timestamp(long xid);

    /**
     * Sets the time of a whole tree, or changes it.
     *
     * @param xid 64-bit id of the top transaction
     * @param children ids of its committed children
     * @throws XidTooOldException if an id is below the horizon; nothing has changed
     * @throws XidNotAssignedException if an id is beyond the log or reserved; nothing has changed
     */
    void setTree(long xid, long[] children, CommitTimestamp time);
}
