package dev.clog.offheap.inspect;

import dev.clog.api.TransactionStatus;

/** Told of differences by {@link FolderComparison}, in the order of the ids. */
@FunctionalInterface
public interface DifferenceVisitor {

    /** A stretch differs. A {@link Difference.Kind#CONTENT} one comes after the ids in it. */
    void difference(Difference difference);

    /** An id of a {@link Difference.Kind#CONTENT} stretch whose status differs. Does nothing unless overridden. */
    default void status(long xid, TransactionStatus inFolder, TransactionStatus inReference) {}
}
