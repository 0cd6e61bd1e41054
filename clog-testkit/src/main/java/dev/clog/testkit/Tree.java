package dev.clog.testkit;

import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import java.util.Arrays;

/** A transaction with its children and how it ends. */
public final class Tree {
    private final long xid;
    private final long[] children;
    private final TransactionStatus status;

    /**
     * A transaction.
     *
     * @param xid its id
     * @param children ids of its children, all later
     * @param status how it ends: committed or aborted
     */
    public Tree(long xid, long[] children, TransactionStatus status) {
        this.xid = xid;
        this.children = children.clone();
        this.status = status;
    }

    /** The id of the transaction. */
    public long xid() {
        return xid;
    }

    /** The ids of its children. */
    public long[] children() {
        return children.clone();
    }

    /** How it ends. */
    public TransactionStatus status() {
        return status;
    }

    /** The largest of its ids. */
    public long lastXid() {
        return Math.max(xid, Arrays.stream(children).max().orElse(xid));
    }

    /** Makes all of its ids part of {@code log}. */
    public void extend(TransactionStatusLog log) {
        log.extendTo(xid);
        for (long child : children) {
            log.extendTo(child);
        }
    }

    /** Ends it in {@code log}. */
    public void set(TransactionStatusLog log) {
        log.setTree(xid, children.clone(), status);
    }

    @Override
    public String toString() {
        return "Tree[" + xid + " " + status + ", children " + Arrays.toString(children) + "]";
    }
}
