package dev.clog.api;

/** A change from one final status to the other was refused. */
public final class StatusChangeException extends ClogException {
    private static final long serialVersionUID = 1L;

    private final long xid;
    private final TransactionStatus from;
    private final TransactionStatus to;

    /**
     * A change is refused.
     *
     * @param xid the id whose status would have changed
     * @param from its status, which stays
     * @param to the status asked for
     */
    public StatusChangeException(long xid, TransactionStatus from, TransactionStatus to) {
        super("xid " + xid + " is " + from + " and can't become " + to);
        this.xid = xid;
        this.from = from;
        this.to = to;
    }

    /** The id whose status would have changed. */
    public long xid() {
        return xid;
    }

    /** Its status. */
    public TransactionStatus from() {
        return from;
    }

    /** The status asked for. */
    public TransactionStatus to() {
        return to;
    }
}
