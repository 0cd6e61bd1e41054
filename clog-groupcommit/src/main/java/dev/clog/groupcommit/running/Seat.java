package dev.clog.groupcommit.running;

import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A place in the running set, for one transaction after the other.
 *
 * <p>Who may write: to sit down and to add children, one thread at a time, under the lock of whoever hands out ids; to get
 * up and to remove children, the holder of the set's lock. A transaction that ends claims its seat first, so that it can't
 * be ended twice.
 *
 * <p>The list of children: a snapshot copies a short one, and shares a long one. So the short array is the seat's own and
 * used again, and a long one is only appended to, and left to the snapshots when the transaction ends.
 */
final class Seat extends SeatFields {
    /** Lists up to here are copied by a snapshot. */
    static final int COPIED = 8;

    private final long[] ownChildren = new long[COPIED];
    /** Where in the table the seat stands; changed under both locks. */
    int index;

    long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    Seat(int index) {
        this.index = index;
        children = ownChildren;
    }

    /** The id of who sits here, also while it ends; 0 if nobody does. */
    long xid() {
        return Math.abs((long) OCCUPANT.getAcquire(this));
    }

    /** Whether the transaction sits here and is not about to end. */
    boolean isOpenTo(long xid) {
        return (long) OCCUPANT.getAcquire(this) == xid;
    }

    /** How many children there are, and so many of the list can be read. */
    int countAcquire() {
        return (int) COUNT.getAcquire(this);
    }

    void sit(long xid) {
        assert xid() == 0 && count == 0 : "taken: " + this;
        OCCUPANT.setRelease(this, xid);
    }

    void add(long child) {
        int filled = count;
        assert filled == 0 || children[filled - 1] < child : "ids are handed out in ascending order";
        if (filled == children.length) {
            long[] longer = Arrays.copyOf(children, 2 * filled);
            VarHandle.storeStoreFence(); // who reads an older count may read this list: what it has comes before it
            children = longer;
        }
        children[filled] = child;
        COUNT.setRelease(this, filled + 1); // pairs with countAcquire: who sees the count sees the list
    }

    /** Makes the caller the only one that may end the transaction; false if it is not here, or another one does. */
    boolean claim(long xid) {
        return OCCUPANT.compareAndSet(this, xid, -xid);
    }

    /** Gives the claim back, if the transaction is still here: it goes on. */
    void unclaim(long xid) {
        OCCUPANT.compareAndSet(this, -xid, xid);
    }

    /** Under the set's lock, shared at least: whether a child sits here. */
    boolean has(long child) {
        int filled = countAcquire();
        return Arrays.binarySearch(children, 0, filled, child) >= 0;
    }

    /** Under the set's lock: the largest id that sits here. */
    long latest() {
        return count == 0 ? xid() : children[count - 1];
    }

    /** Under the set's lock: nobody sits here any more. */
    void getUp() {
        children = ownChildren;
        count = 0;
        OCCUPANT.setRelease(this, 0L);
    }

    /** Under the set's lock: takes some of the children out. */
    void remove(long[] ascending) {
        long[] kept = children == ownChildren ? children : new long[children.length];
        int left = 0;
        for (int i = 0; i < count; i++) {
            if (Arrays.binarySearch(ascending, children[i]) < 0) {
                kept[left++] = children[i];
            }
        }
        children = kept;
        COUNT.setRelease(this, left);
    }

    @Override
    public String toString() {
        return "seat " + index + " of xid " + xid();
    }
}
