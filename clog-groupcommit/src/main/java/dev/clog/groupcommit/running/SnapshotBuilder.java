package dev.clog.groupcommit.running;

import dev.clog.groupcommit.running.Snapshot.Family;
import java.util.Arrays;

/** Collects what a snapshot says, under the set's lock. */
final class SnapshotBuilder {
    private static final int ROOM = 64;
    private static final Family[] NO_FAMILIES = {};

    private final long xmax;
    private long[] ids = new long[ROOM];
    private int count;
    private Family[] families = NO_FAMILIES;

    private SnapshotBuilder(long xmax) {
        this.xmax = xmax;
    }

    static Snapshot build(SeatTable seats, long xmax, long changes) {
        SnapshotBuilder builder = new SnapshotBuilder(xmax);
        for (int place = 0; place < seats.size(); place++) {
            long xid = seats.xid(place);
            if (xid != 0 && xid < xmax) {
                builder.add(xid);
                builder.addChildren(seats.seat(place));
            }
        }
        long[] ascending = Arrays.copyOf(builder.ids, builder.count);
        Arrays.sort(ascending);
        return new Snapshot(xmax, ascending, builder.families, changes);
    }

    private void add(long xid) {
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
        }
        ids[count++] = xid;
    }

    private void addChildren(Seat seat) {
        int children = seat.countAcquire(); // before the list is read, which may be replaced by a longer one meanwhile
        if (children > Seat.COPIED) {
            families = Arrays.copyOf(families, families.length + 1);
            families[families.length - 1] = new Family(seat.children, children);
            return;
        }
        for (int i = 0; i < children && seat.children[i] < xmax; i++) {
            add(seat.children[i]);
        }
    }
}
