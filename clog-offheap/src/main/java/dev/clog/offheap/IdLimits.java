package dev.clog.offheap;

import dev.clog.api.IdSpace;
import dev.clog.api.LogConfig;
import dev.clog.api.WraparoundException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** How far ids may be handed out (LIF-5), see {@link IdSpace#refusedFrom}, and the warnings before that. */
final class IdLimits {
    private static final Logger LOGGER = System.getLogger(IdLimits.class.getName());

    private final String folder;
    private final IdSpace idSpace;

    /** How many ids may be in use: those from the oldest to before the first one that is refused. */
    private final long mostIds;

    IdLimits(IdSpace idSpace, String folder) {
        this.folder = folder;
        this.idSpace = idSpace;
        mostIds = idSpace.refusedFrom(0);
    }

    /** True if the id may be handed out as far as its distance from the oldest says, which is all for one with a page. */
    boolean allows(long xid, long oldestXid) {
        return xid - oldestXid < mostIds;
    }

    /**
     * Checks an id that is about to be handed out.
     *
     * @throws WraparoundException if it is too close to the wrap
     * @throws IllegalArgumentException if it is beyond the largest id
     */
    void check(long xid, long oldestXid) {
        if (xid > LogConfig.LARGEST_XID) {
            throw new IllegalArgumentException("beyond the largest id " + LogConfig.LARGEST_XID + ": xid=" + xid);
        }
        if (!allows(xid, oldestXid)) {
            throw new WraparoundException(xid, oldestXid, oldestXid + mostIds);
        }
    }

    /** Warns where few ids are left, {@code xid} being one of them, whose page is about to be made. */
    void warn(long xid, long oldestXid) {
        if (xid >= idSpace.warnedFrom(oldestXid)) {
            LOGGER.log(
                    Level.WARNING,
                    "{0} ids are left to hand out, truncate the log before they are gone: folder={1} xid={2} oldestXid={3}",
                    Long.toString(oldestXid + mostIds - xid),
                    folder,
                    Long.toString(xid),
                    Long.toString(oldestXid));
        }
    }
}
