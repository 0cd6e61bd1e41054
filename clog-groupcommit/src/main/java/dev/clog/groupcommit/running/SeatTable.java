package dev.clog.groupcommit.running;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The seats, and a dense array of who sits there, which is all that a snapshot reads of most of them.
 *
 * <p>A transaction sits at {@code xid mod seats} or the first free seat after it: running ids lie close together, so hardly
 * one is displaced, and the array is nearly in order of ids. The table is never more than half full. Nothing in a table
 * that was replaced is changed any more but through its seats, which stand in the new one as well.
 */
final class SeatTable {
    /** Id of who sits at each place, 0 for nobody: set after the seat is filled, cleared after it is empty. */
    private final AtomicLongArray xids;

    private final Seat[] seats;
    private final int mask;

    /** Of free seats. */
    SeatTable(int size) {
        assert Integer.bitCount(size) == 1;
        xids = new AtomicLongArray(size);
        seats = new Seat[size];
        mask = size - 1;
        for (int i = 0; i < size; i++) {
            seats[i] = new Seat(i);
        }
    }

    /** Twice as large, with the seats of {@code before} that are taken. Under both locks. */
    SeatTable(SeatTable before) {
        this(2 * before.size());
        for (Seat seat : before.seats) {
            if (before.xids.get(seat.index) != 0) {
                int place = freePlace(seat.xid());
                seats[place] = seat;
                seat.index = place;
                xids.setRelease(place, seat.xid());
            }
        }
    }

    int size() {
        return seats.length;
    }

    long xid(int place) {
        return xids.getAcquire(place);
    }

    Seat seat(int place) {
        return seats[place];
    }

    private int freePlace(long xid) {
        int place = (int) xid & mask;
        while (xids.getAcquire(place) != 0) {
            place = place + 1 & mask;
        }
        return place;
    }

    /** Seats a transaction. */
    void enter(long xid) {
        int place = freePlace(xid);
        seats[place].sit(xid);
        xids.setRelease(place, xid);
    }

    /** Under the set's lock: frees a seat. */
    void leave(Seat seat) {
        assert seats[seat.index] == seat;
        seat.getUp();
        xids.setRelease(seat.index, 0);
    }

    /** The seat of a transaction; null if it is in none. A free seat on the way does not end the search. */
    Seat find(long xid) {
        if (xid <= 0) {
            return null; // 0 is at every free place
        }
        for (int i = 0; i < seats.length; i++) {
            int place = (int) xid + i & mask;
            if (xids.getAcquire(place) == xid) {
                return seats[place];
            }
        }
        return null;
    }
}
