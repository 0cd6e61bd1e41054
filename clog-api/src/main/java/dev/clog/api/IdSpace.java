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
}
