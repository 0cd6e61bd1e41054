package dev.clog.groupcommit.journal;

/**
 * Is shown the records of a journal in their order. Each method gets the position after the record: that is what the
 * record's author was given, and flushed to.
 */
public interface JournalVisitor {

    /** A tree of transactions has committed. */
    default void committed(long xid, long[] children, long lsn) {}

    /** A tree of transactions has aborted. */
    default void aborted(long xid, long[] children, long lsn) {}

    /** A page of the status log was zeroed; its number counts through all epochs. */
    default void pageZeroed(long pageNumber, long lsn) {}

    /** Statuses below {@code oldestXid} are gone. */
    default void truncated(long oldestXid, long lsn) {}

    /** Ids below {@code endXid} may have been handed out. */
    default void reserved(long endXid, long lsn) {}

    /** A checkpoint has ended. */
    default void checkpoint(Checkpoint checkpoint, long lsn) {}
}
