package dev.clog.api;

/**
 * The parent of every child transaction that may still be asked for: four bytes an id, in the files of PostgreSQL's
 * {@code pg_subtrans}. It serves the running process alone: when it is opened everything in it is zeroed, for no
 * transaction outlives its process. {@link #parentOf} and {@link #setParent} take no lock on the resident window.
 *
 * <p>Source: PostgreSQL {@code subtrans.c}.
 */
public interface SubtransactionLog extends PageLog, ParentLookup {

    /**
     * The parent of a child; {@link ParentLookup#NO_PARENT} for an id that has none, or is outside the log: that is what
     * a lookup wants to hear.
     */
    @Override
    long parentOf(long xid);

    /** The top of the tree that {@code xid} belongs to: itself where it has no parent. */
    long topOf(long xid);

    /**
     * Says whose child a transaction is. Saying the same again changes nothing.
     *
     * @param xid 64-bit id of the child, in the log
     * @param parent 64-bit id of the parent: less than {@code xid} by less than 2^32
     * @throws IllegalStateException if the child has another parent already
     */
    void setParent(long xid, long parent);
}
