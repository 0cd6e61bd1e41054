package dev.clog.offheap.inspect;

import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.format.WordBits;

/** Sums up ids that have something in common, told of in ascending order, a word at a time. */
final class LaneSummary {
    private long count;
    private long runs;
    private long first = -1;
    private long last = -1;
    /** The word after the last one that had ids, and whether its own last id was one of them. */
    private long next = -1;

    private boolean open;

    /** Adds the ids of a word whose lanes are set. */
    void add(long wordXid, long lanes) {
        if (lanes == 0) {
            return;
        }
        if (first < 0) {
            first = wordXid + WordBits.first(lanes);
        }
        last = wordXid + WordBits.last(lanes);
        count += Long.bitCount(lanes);
        boolean continues = open && next == wordXid && (lanes & 1) != 0;
        runs += Long.bitCount(lanes & ~(lanes << 2)) - (continues ? 1 : 0);
        next = wordXid + StatusLayout.XIDS_PER_WORD;
        open = last == next - 1;
    }

    /** Number of ids. */
    long count() {
        return count;
    }

    /** Number of stretches of ids without a gap. */
    long runs() {
        return runs;
    }

    /** The first id; -1 if there is none. */
    long first() {
        return first;
    }

    /** The last id; -1 if there is none. */
    long last() {
        return last;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** As {@code 4711} or {@code 13 XIDs, in 2 runs from 4711 to 4800}. */
    @Override
    public String toString() {
        if (count == 1) {
            return "XID " + first;
        }
        return count + " XIDs " + (runs == 1 ? "" : "in " + runs + " runs ") + "from " + first + " to " + last;
    }
}
