package dev.clog.groupcommit.running;

import java.util.Arrays;

/**
 * The right to end a transaction, which one has at a time: from {@link ProcArray#claim} to {@link #end} or
 * {@link #giveUp}. Used by one thread at a time. While it lasts the transaction gets no new children.
 */
public final class Claim {
    private final ProcArray set;
    private final Seat seat;
    private final long xid;

    Claim(ProcArray set, Seat seat, long xid) {
        this.set = set;
        this.seat = seat;
        this.xid = xid;
    }

    /** 64-bit id of the transaction. */
    public long xid() {
        return xid;
    }

    /** Ids of its children that run, ascending; a copy. */
    public long[] children() {
        return Arrays.copyOf(seat.children, seat.countAcquire());
    }

    /** Whether a child of it has this id, and runs. */
    public boolean hasChild(long child) {
        return seat.has(child);
    }

    /** Takes the transaction and its children out of the set, as {@link ProcArray#end}; this claim is done with. */
    public void end() {
        try {
            set.lock.end(new EndRequest(set, seat, null));
        } catch (RuntimeException | Error e) {
            giveUp();
            throw e;
        }
    }

    /**
     * Takes some children out of the set at one instant; their parent and the others go on. For children that were
     * aborted alone.
     *
     * @param children ids of children, in any order; those that are not in the set change nothing
     */
    public void endChildren(long... children) {
        long[] leaving = children.clone();
        Arrays.sort(leaving);
        set.lock.end(new EndRequest(set, seat, leaving));
    }

    /** Lets the transaction go on, if it has not ended. */
    public void giveUp() {
        seat.unclaim(xid);
    }
}
