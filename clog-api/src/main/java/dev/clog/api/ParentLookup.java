package dev.clog.api;

/**
 * The engine's knowledge of which transaction a child belongs to, for statuses that say "as its parent". A
 * {@link SubtransactionLog} is one.
 */
@FunctionalInterface
public interface ParentLookup {
    /** The answer where no parent is known; no transaction has this id. */
    long NO_PARENT = TransactionId.INVALID;

    /** Knows no parent. */
    ParentLookup NONE = xid -> NO_PARENT;

    /**
     * The parent of a child.
     *
     * @param xid 64-bit id of a child
     * @return 64-bit id of its parent, less than {@code xid}; {@link #NO_PARENT} where it is not known
     */
    long parentOf(long xid);
}
