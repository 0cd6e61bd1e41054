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
        super("xid " + xid + " is too far beyond the horizon, truncate the log first: oldestXid=" + oldestXid
                + " limit=" + limit);
    }
}
