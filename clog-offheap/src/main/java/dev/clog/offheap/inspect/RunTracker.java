package dev.clog.offheap.inspect;

import dev.clog.offheap.format.StatusLayout;

/**
 * Finds the longest possible stretches of ids with one status in a stream of words, across pages and files. Only
 * stretches of a least length are reported.
 */
/*
 * State: the start of the stretch that reaches up to the next word, if there is one. A word that is the pattern extends
 * it; any other ends it after the ids it begins with, and may start one with the ids it ends with. Stretches that begin
 * and end within a word are shorter than any least length and are not looked for.
 *
 * Where the stream has a hole, nobody knows how a stretch goes on: it is reported as open on that side.
 */
final class RunTracker {
    private static final long NONE = -1;

    private final long pattern;
    private final long leastXids;
    private final RunVisitor visitor;
    private long expected = NONE;
    private long start = NONE;
    private boolean openStart;

    /** Told of stretches. */
    @FunctionalInterface
    interface RunVisitor {
        /**
         * A stretch.
         *
         * @param firstXid its first id
         * @param lastXid its last id
         * @param openStart true if the id before it is not in the stream
         * @param openEnd true if the id after it is not in the stream
         */
        void run(long firstXid, long lastXid, boolean openStart, boolean openEnd);
    }

    /**
     * A tracker.
     *
     * @param pattern the word of 32 ids with the status
     * @param leastXids length from which a stretch is reported; at least 32
     * @param visitor told of stretches
     */
    RunTracker(long pattern, long leastXids, RunVisitor visitor) {
        assert leastXids >= StatusLayout.XIDS_PER_WORD;
        this.pattern = pattern;
        this.leastXids = leastXids;
        this.visitor = visitor;
    }

    /** The next word, and the id of its first transaction. */
    void word(long wordXid, long word) {
        boolean hole = wordXid != expected;
        if (hole) {
            end();
        }
        expected = wordXid + StatusLayout.XIDS_PER_WORD;
        if (word == pattern) {
            if (start == NONE) {
                start = wordXid;
                openStart = hole;
            }
            return;
        }
        long difference = word ^ pattern;
        if (start != NONE) {
            report(wordXid + Long.numberOfTrailingZeros(difference) / 2 - 1, false);
        }
        int tail = Long.numberOfLeadingZeros(difference) / 2;
        start = tail == 0 ? NONE : expected - tail;
        openStart = false;
    }

    /** The stream is at its end, or has a hole. */
    void end() {
        if (start != NONE) {
            report(expected - 1, true);
        }
        start = NONE;
    }

    private void report(long lastXid, boolean openEnd) {
        if (lastXid - start + 1 >= leastXids) {
            visitor.run(start, lastXid, openStart, openEnd);
        }
    }
}
