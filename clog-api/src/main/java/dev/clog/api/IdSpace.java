package dev.clog.api;

/** How 64-bit ids are laid on page files. */
public enum IdSpace {
    /**
     * File positions come from the low 32 bits: files are those of a real {@code pg_xact}, and at most 2^31 ids are
     * alive at a time. The low words 0, 1 and 2 are never assigned, in any epoch.
     */
    WRAPPING_32,
    /** File positions come from all 64 bits; file names grow past four digits. Only the ids 0, 1 and 2 are reserved. */
    FULL_64;

    /** Ids this close to the wrap are not handed out. */
    private static final long WRAP_MARGIN = 3_000_000;

    /** From this close to it on there are warnings. */
    private static final long WRAP_WARNING = 40_000_000;

    /** The part of {@code xid} that decides its position in the files. */
    public long position(long xid) {
        return this == WRAPPING_32 ? TransactionId.low(xid) : xid;
    }

    /** True for the ids that are never assigned: invalid, bootstrap and frozen. */
    public boolean isReserved(long xid) {
        return xid >= 0 && position(xid) < TransactionId.FIRST_NORMAL;
    }

    /** The least id at or after {@code xid} that may be assigned. */
    public long skipReserved(long xid) {
        return isReserved(xid) ? xid - position(xid) + TransactionId.FIRST_NORMAL : xid;
    }

    /** The id handed out after {@code xid}: one more, past the reserved ones. */
    public long next(long xid) {
        return skipReserved(xid + 1);
    }

    /**
     * The least id that is not handed out while the horizon is at {@code oldestXid}. Where ids wrap, one that is 2^31 past
     * the oldest would make that one lie in the future; ids end 3,000,000 before it. Source: PostgreSQL
     * {@code SetTransactionIdLimit}.
     */
    public long refusedFrom(long oldestXid) {
        return this == WRAPPING_32 ? wrap(oldestXid) - WRAP_MARGIN : LogConfig.LARGEST_XID + 1;
    }

    /** The least id that is handed out with a warning: 40,000,000 before the wrap. */
    public long warnedFrom(long oldestXid) {
        return this == WRAPPING_32 ? wrap(oldestXid) - WRAP_WARNING : LogConfig.LARGEST_XID + 1;
    }

    private static long wrap(long oldestXid) {
        return oldestXid + Integer.MAX_VALUE;
    }
}
