package dev.clog.offheap.inspect;

import dev.clog.api.ClogException;
import dev.clog.api.TransactionStatus;

/** Told of ids in ascending order by {@link StatusScan#visit}. Ids are 64 bits. */
@FunctionalInterface
public interface StatusVisitor {

    /** An id and its status as its bits say it. */
    void status(long xid, TransactionStatus status);

    /** A reserved id was passed. Does nothing unless overridden. */
    default void reserved(long xid, ReservedXid which) {}

    /**
     * A stretch of ids has no readable bits: their file is missing, too short or unreadable. Throws {@code why} unless
     * overridden; the scan goes on behind the stretch if this returns.
     */
    default void unreadable(long firstXid, long lastXid, ClogException why) {
        throw why;
    }
}
