package dev.clog.api;

/** An id lies below the horizon: its status was truncated away. The log is as it was. */
public final class XidTooOldException extends ClogException {
    private static final long serialVersionUID = 1L;

    private final long xid;
    private final long oldestXid;

    /**
     * An id is below the horizon.
     *
     * @param xid the id asked for
     * @param oldestXid the horizon
     */
    public XidTooOldException(long xid, long oldestXid) {
        super("xid " + xid + " is below the horizon: its status is no longer kept: oldestXid=" + oldestXid);
        this.xid = xid;
        this.oldestXid = oldestXid;
    }

    /** The id asked for. */
    public long xid() {
        return xid;
    }

    /** The horizon when it was asked for. */
    public long oldestXid() {
        return oldestXid;
    }
}
