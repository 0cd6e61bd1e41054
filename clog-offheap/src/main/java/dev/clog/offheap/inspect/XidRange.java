package dev.clog.offheap.inspect;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionId;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The ids a folder of page files should hold, as the engine's control file or an administrator says. Every bound may be
 * unknown. Bounds are 64-bit ids; {@link #of} and the {@code with} methods also take the 32-bit ids that PostgreSQL's
 * tools print, and widen them. Immutable.
 *
 * @param idSpace how ids are laid on the files
 * @param oldestXid the horizon: the least id that has a status
 * @param nextXid the id that is handed out next: the least one that has no status yet
 * @param oldestActiveXid the least id of a transaction that runs or is prepared; {@code nextXid} if there is none
 */
public record XidRange(IdSpace idSpace, OptionalLong oldestXid, OptionalLong nextXid, OptionalLong oldestActiveXid) {
    private static final long IDS_32 = 1L << 32;

    /** The greatest id that ranges and scans take; so far from the greatest number that no arithmetic overflows. */
    static final long GREATEST = Long.MAX_VALUE - IDS_32;

    /** Checks each bound, and that they ascend. */
    public XidRange {
        Objects.requireNonNull(idSpace, "idSpace");
        checkAssignable("oldestXid", oldestXid, idSpace);
        checkAssignable("nextXid", nextXid, idSpace);
        checkAssignable("oldestActiveXid", oldestActiveXid, idSpace);
        checkOrder("oldestXid", oldestXid, "nextXid", nextXid);
        checkOrder("oldestXid", oldestXid, "oldestActiveXid", oldestActiveXid);
        checkOrder("oldestActiveXid", oldestActiveXid, "nextXid", nextXid);
        if (idSpace == IdSpace.WRAPPING_32
                && oldestXid.isPresent()
                && nextXid.isPresent()
                && nextXid.getAsLong() - oldestXid.getAsLong() >= IDS_32) {
            throw new IllegalArgumentException("more than 2^32 - 1 ids between the oldest and the next one: oldestXid="
                    + oldestXid.getAsLong() + " nextXid=" + nextXid.getAsLong());
        }
    }

    private static void checkAssignable(String name, OptionalLong bound, IdSpace idSpace) {
        if (bound.isEmpty()) {
            return;
        }
        long xid = bound.getAsLong();
        if (xid < 0 || xid > GREATEST || idSpace.isReserved(xid)) {
            throw new IllegalArgumentException("not an id that is handed out: " + name + "=" + xid);
        }
    }

    private static void checkOrder(String name, OptionalLong low, String highName, OptionalLong high) {
        if (low.isPresent() && high.isPresent() && low.getAsLong() > high.getAsLong()) {
            throw new IllegalArgumentException(name + " must not follow " + highName + ": " + name + "="
                    + low.getAsLong() + " " + highName + "=" + high.getAsLong());
        }
    }

    /** No bound is known: every id that the files hold counts. */
    public static XidRange unknown(IdSpace idSpace) {
        return new XidRange(idSpace, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
    }

    /**
     * Oldest and next id are known. In {@link IdSpace#WRAPPING_32} a bound below 2^32 may be a 32-bit id: the oldest
     * one is widened to lie behind the next one, and two 32-bit ids of which the oldest is the greater have wrapped, so
     * that the next one is in epoch 1.
     */
    public static XidRange of(IdSpace idSpace, long oldestXid, long nextXid) {
        return unknown(idSpace).withNext(nextXid).withOldest(oldestXid);
    }

    /** This, with another next id: 64-bit, or a 32-bit one in epoch 0. */
    public XidRange withNext(long xid) {
        return new XidRange(idSpace, oldestXid, OptionalLong.of(xid), oldestActiveXid);
    }

    /** This, with another oldest id: 64-bit, or a 32-bit one as {@link #of} takes it. Set the next id first. */
    public XidRange withOldest(long xid) {
        OptionalLong next = nextXid;
        if (idSpace == IdSpace.WRAPPING_32 && next.isPresent() && xid > next.getAsLong() && xid < IDS_32) {
            next = OptionalLong.of(next.getAsLong() + IDS_32);
        }
        return new XidRange(idSpace, OptionalLong.of(widen(xid, next)), next, oldestActiveXid);
    }

    /**
     * This, with the oldest running id: 64-bit, or a 32-bit one, widened as the others. 0, which
     * {@code pg_controldata} prints for a server that was shut down, stands for {@link #nextXid}: nobody runs.
     */
    public XidRange withOldestActive(long xid) {
        OptionalLong active = xid == TransactionId.INVALID ? nextXid : OptionalLong.of(widen(xid, nextXid));
        return new XidRange(idSpace, oldestXid, nextXid, active);
    }

    private long widen(long xid, OptionalLong next) {
        boolean narrow = idSpace == IdSpace.WRAPPING_32 && xid >= 0 && xid < IDS_32;
        return narrow && next.isPresent() ? TransactionId.widen(xid, next.getAsLong()) : xid;
    }

    /**
     * The 64-bit id that {@code xid} stands for. An id of 2^32 and more, any id of {@link IdSpace#FULL_64}, and any id
     * if no bound is known, stands for itself. A 32-bit one stands for the id of the range with these low 32 bits; if
     * there is none, for the one nearest to the next id (to the oldest, if only that is known), which is behind or past
     * the range and may be negative.
     */
    public long widen(long xid) {
        if (idSpace == IdSpace.FULL_64 || xid < 0 || xid >= IDS_32) {
            return xid;
        }
        if (nextXid.isPresent()) {
            long before = TransactionId.widen(xid, nextXid.getAsLong() - 1);
            if (contains(before)) {
                return before;
            }
            return nearest(xid, nextXid.getAsLong());
        }
        return oldestXid.isPresent() ? nearest(xid, oldestXid.getAsLong()) : xid;
    }

    private static long nearest(long xid, long anchor) {
        return anchor + ((int) xid - (int) anchor);
    }

    /** True for a 64-bit id that is assignable and not outside any known bound. */
    public boolean contains(long xid) {
        return xid >= 0 && !idSpace.isReserved(xid) && !precedes(xid) && !follows(xid);
    }

    /** True for a 64-bit id below a known oldest one. */
    public boolean precedes(long xid) {
        return oldestXid.isPresent() && xid < oldestXid.getAsLong();
    }

    /** True for a 64-bit id at or past a known next one. */
    public boolean follows(long xid) {
        return nextXid.isPresent() && xid >= nextXid.getAsLong();
    }

    /**
     * True if the transaction surely runs no more: a 64-bit id below the known oldest active one. If its status is in
     * progress it crashed, and counts as aborted.
     */
    public boolean isOver(long xid) {
        return oldestActiveXid.isPresent() && xid < oldestActiveXid.getAsLong();
    }

    /** True if oldest and next id are known. */
    public boolean isBounded() {
        return oldestXid.isPresent() && nextXid.isPresent();
    }

    /** True if no bound is known. */
    public boolean isUnknown() {
        return oldestXid.isEmpty() && nextXid.isEmpty();
    }

    /** As {@code [oldest 716, next 1081273)}. */
    @Override
    public String toString() {
        return "[oldest " + text(oldestXid) + ", next " + text(nextXid) + ")";
    }

    private static String text(OptionalLong bound) {
        return bound.isPresent() ? Long.toString(bound.getAsLong()) : "unknown";
    }
}
