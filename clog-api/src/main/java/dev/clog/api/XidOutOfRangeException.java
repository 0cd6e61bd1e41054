package dev.clog.api;

import java.util.OptionalLong;

/** An id lies outside the range that a folder of page files is read with. No file was looked at. */
public final class XidOutOfRangeException extends ClogException {
    private static final long serialVersionUID = 1L;

    private final long xid;

    /**
     * An id is outside the range.
     *
     * @param xid the id asked for, as it was given
     * @param oldestXid the least id of the range, if it has one
     * @param nextXid the least id past the range, if it has one
     */
    public XidOutOfRangeException(long xid, OptionalLong oldestXid, OptionalLong nextXid) {
        super("XID " + xid + " is outside [oldest " + text(oldestXid) + ", next " + text(nextXid) + ")");
        this.xid = xid;
    }

    private static String text(OptionalLong bound) {
        return bound.isPresent() ? Long.toString(bound.getAsLong()) : "unknown";
    }

    /** The id asked for. */
    public long xid() {
        return xid;
    }
}
