package dev.clog.offheap.inspect;

import dev.clog.offheap.format.StatusLayout;

/**
 * Finds stretches of ids with one status in a stream of pages, as long as they go on, across pages and files. Only
 * stretches of a least length are reported.
 */
/*
 * A stretch that is long enough has a word in it that is all of this status, the pattern. So words are only compared with
 * the pattern; where a stretch really begins and ends is worked out from the words beside it, once it has such a word.
 *
 * State: the start of the stretch that reaches up to the next word, if there is one, and the word before the next one.
 *
 * Where the stream has a hole, nobody knows how a stretch goes on: it is reported as open on that side.
 */
final class RunTracker {
    /** A stretch of this length has a whole word in it, wherever it begins. */
    static final int LEAST_XIDS = 2 * StatusLayout.XIDS_PER_WORD - 1;

    private static final long NONE = -1;

    private final long pattern;
    private final long leastXids;
    private final RunVisitor visitor;
    private long expected = NONE;
    private long start = NONE;
    private boolean openStart;
    private boolean afterHole = true;
    private long previous;

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
     * @param leastXids length from which a stretch is reported; at least {@link #LEAST_XIDS}
     * @param visitor told of stretches
     */
    RunTracker(long pattern, long leastXids, RunVisitor visitor) {
        assert leastXids >= LEAST_XIDS;
        this.pattern = pattern;
        this.leastXids = leastXids;
        this.visitor = visitor;
    }

    /** The next page, and the id of its first transaction. */
    void page(long pageXid, long[] words) {
        if (pageXid != expected) {
            end();
        }
        for (int i = 0; i < words.length; i++) {
            if ((words[i] == pattern) == (start == NONE)) {
                turn(pageXid, words, i);
            }
        }
        afterHole = false;
        previous = words[words.length - 1];
        expected = pageXid + (long) words.length * StatusLayout.XIDS_PER_WORD;
    }

    /** A word with which a stretch begins, or ends. */
    private void turn(long pageXid, long[] words, int i) {
        long wordXid = pageXid + (long) i * StatusLayout.XIDS_PER_WORD;
        if (start == NONE) {
            long before = i == 0 ? previous : words[i - 1];
            openStart = i == 0 && afterHole;
            start = openStart ? wordXid : wordXid - Long.numberOfLeadingZeros(before ^ pattern) / 2;
        } else {
            finish(wordXid + Long.numberOfTrailingZeros(words[i] ^ pattern) / 2 - 1, false);
        }
    }

    private void finish(long lastXid, boolean openEnd) {
        if (lastXid - start + 1 >= leastXids) {
            visitor.run(start, lastXid, openStart, openEnd);
        }
        start = NONE;
    }

    /** The stream is at its end, or has a hole. */
    void end() {
        if (start != NONE) {
            finish(expected - 1, true);
        }
        afterHole = true;
    }
}
