package dev.clog.offheap;

import dev.clog.api.IdSpace;
import dev.clog.api.LogConfig;
import dev.clog.api.WraparoundException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * How far ids may be handed out. Where they wrap, one that is 2^31 past the oldest would make that one lie in the future;
 * ids end some way before that, and warnings begin before they end. Source: PostgreSQL {@code SetTransactionIdLimit}.
 */
final class IdLimits {
    private static final Logger LOGGER = System.getLogger(IdLimits.class.getName());

    /** Ids this close to the wrap are not handed out. */
    private static final long WRAP_MARGIN = 3_000_000;

    /** From this close to it on each new page comes with a warning. */
    private static final long WRAP_WARNING = 40_000_000;

    private IdLimits() {}

    /**
     * Checks an id whose page is about to be made.
     *
     * @throws WraparoundException if it is too close to the wrap
     * @throws IllegalArgumentException if it is beyond the largest id
     */
    static void check(long xid, long oldestXid, IdSpace idSpace, String folder) {
        if (xid > LogConfig.LARGEST_XID) {
            throw new IllegalArgumentException("beyond the largest id " + LogConfig.LARGEST_XID + ": xid=" + xid);
        }
        if (idSpace != IdSpace.WRAPPING_32) {
            return;
        }
        long wrap = oldestXid + Integer.MAX_VALUE;
        if (xid >= wrap - WRAP_MARGIN) {
            throw new WraparoundException(xid, oldestXid, wrap - WRAP_MARGIN);
        }
        if (xid >= wrap - WRAP_WARNING) {
            LOGGER.log(
                    Level.WARNING,
                    "{0} ids are left to hand out before the log must be truncated: folder={1} xid={2} oldestXid={3}",
                    Long.toString(wrap - WRAP_MARGIN - xid),
                    folder,
                    Long.toString(xid),
                    Long.toString(oldestXid));
        }
    }
}
