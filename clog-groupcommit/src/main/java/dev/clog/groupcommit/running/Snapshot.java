package dev.clog.groupcommit.running;

import java.util.Arrays;

/**
 * Which transactions had not ended at an instant: all from {@link #xmax} on, and some between {@link #xmin} and there.
 * With the status of those that had, it says what a reader may see: a transaction is visible if it is not in progress here
 * and is committed in the log. A transaction of the reader's own is in progress here as any other; the reader knows it.
 *
 * <p>Immutable; any thread may use it at any time.
 *
 * <p>How it works. Ids are handed out in order, so whatever lies at or beyond the largest id that had ended had not begun
 * or not ended. Children of a transaction that has few of them are in the list of ids; of one that has many, the list of
 * them is shared with the running set, which only appends to it: a snapshot costs the same however many children there are.
 *
 * <p>Source: PostgreSQL {@code snapshot.h}, {@code GetSnapshotData}.
 */
public final class Snapshot {
    /** Many children of one transaction: the first {@code count} of an ascending list that others go on appending to. */
    static final class Family {
        private final long[] children;
        private final int count;

        Family(long[] children, int count) {
            this.children = children;
            this.count = count;
        }

        boolean has(long xid) {
            return Arrays.binarySearch(children, 0, count, xid) >= 0;
        }
    }

    private final long xmin;
    private final long xmax;
    private final long[] inProgress;
    private final Family[] families;

    /** Ends that the set had counted when this was taken. */
    final long changes;

    /** Of ascending ids, all below {@code xmax}. */
    Snapshot(long xmax, long[] inProgress, Family[] families, long changes) {
        this.xmin = inProgress.length == 0 ? xmax : inProgress[0]; // a child comes after its parent
        this.xmax = xmax;
        this.inProgress = inProgress;
        this.families = families;
        this.changes = changes;
        assert inProgress.length == 0 || inProgress[inProgress.length - 1] < xmax;
    }

    /** The least id that had not ended: all below it had. */
    public long xmin() {
        return xmin;
    }

    /** One more than the largest id that had ended: none from here on had. */
    public long xmax() {
        return xmax;
    }

    /**
     * Whether a transaction or child had not ended.
     *
     * @param xid 64-bit id of one that was handed out, or a reserved one
     */
    public boolean isInProgress(long xid) {
        if (xid < xmin) {
            return false;
        }
        return xid >= xmax || Arrays.binarySearch(inProgress, xid) >= 0 || isInFamily(xid);
    }

    private boolean isInFamily(long xid) {
        for (Family family : families) {
            if (family.has(xid)) {
                return true;
            }
        }
        return false;
    }

    /** The ids from {@link #xmin} to below {@link #xmax} that had not ended, children included, ascending; a copy. */
    public long[] inProgress() {
        if (families.length == 0) {
            return inProgress.clone();
        }
        long[] all = inProgress;
        for (Family family : families) {
            int kept = all.length;
            all = Arrays.copyOf(all, kept + family.count);
            System.arraycopy(family.children, 0, all, kept, family.count);
        }
        Arrays.sort(all);
        int below = Arrays.binarySearch(all, xmax);
        return Arrays.copyOf(all, below < 0 ? -below - 1 : below);
    }

    @Override
    public String toString() {
        return "Snapshot[" + xmin + ":" + xmax + ":" + Arrays.toString(inProgress()) + "]";
    }
}
