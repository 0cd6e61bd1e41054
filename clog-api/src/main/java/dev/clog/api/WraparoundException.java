package dev.clog.api;

/** No id may be handed out before old ones are truncated, or 32-bit ids would wrap onto live ones. */
public final class WraparoundException extends ClogException {
    private static final long serialVersionUID = 1L;

    /**
     * An id is too far beyond the horizon.
     *
     * @param xid the id
     * @param oldestXid the horizon
     * @param limit the least id that is refused
     */
    public WraparoundException(long xid, long oldestXid, long limit) {
        super("xid " + xid
                + " is too far beyond the horizon, no id is left to hand out: truncate the log first: oldestXid="
                + oldestXid + " limit=" + limit);
    }

    /**
     * A truncation would remove pages that are in use.
     *
     * @param oldestXid the id that was to become the horizon
     * @param endXid the end of the log's pages
     */
    public WraparoundException(long oldestXid, long endXid) {
        super("can't truncate to xid " + oldestXid + ", the log ends before it, apparent wraparound: endXid=" + endXid);
    }
}
