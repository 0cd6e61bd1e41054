package dev.clog.api;

/** An id lies beyond those that were handed out, or is one that never is. The log is as it was. */
public final class XidNotAssignedException extends ClogException {
    private static final long serialVersionUID = 1L;

    private final long xid;

    /**
     * An id is beyond the log.
     *
     * @param xid the id asked for
     * @param endXid the end of the extended pages
     */
    public XidNotAssignedException(long xid, long endXid) {
        super("xid " + xid + " is beyond the ids handed out: endXid=" + endXid);
        this.xid = xid;
    }

    /**
     * An id is reserved and has no status to set.
     *
     * @param xid the id
     * @param idSpace where it is reserved
     */
    public XidNotAssignedException(long xid, IdSpace idSpace) {
        super("xid " + xid + " is reserved and never handed out: idSpace=" + idSpace);
        this.xid = xid;
    }

    /** The id asked for. */
    public long xid() {
        return xid;
    }
}
