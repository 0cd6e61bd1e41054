package dev.clog.offheap.inspect;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionStatus;
import java.util.Optional;

/** The ids that are never handed out. They have no bits in the files; their status is fixed. */
public enum ReservedXid {
    /** Id 0: never a transaction. */
    INVALID("invalid", TransactionStatus.ABORTED),
    /** Id 1: the transaction that made the database. */
    BOOTSTRAP("bootstrap", TransactionStatus.COMMITTED),
    /** Id 2: stands for every transaction older than the horizon. */
    FROZEN("frozen", TransactionStatus.COMMITTED);

    private final String text;
    private final TransactionStatus status;

    ReservedXid(String text, TransactionStatus status) {
        this.text = text;
        this.status = status;
    }

    /** The reserved id that {@code xid} is, in any epoch where ids wrap; empty for an ordinary one. */
    public static Optional<ReservedXid> of(IdSpace idSpace, long xid) {
        return idSpace.isReserved(xid) ? Optional.of(values()[(int) idSpace.position(xid)]) : Optional.empty();
    }

    /** The fixed status: aborted for the invalid id, committed for the two others. */
    public TransactionStatus status() {
        return status;
    }

    /** The word the {@code clog} command prints, as {@code bootstrap}. */
    @Override
    public String toString() {
        return text;
    }
}
