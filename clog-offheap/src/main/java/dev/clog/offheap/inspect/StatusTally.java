package dev.clog.offheap.inspect;

import dev.clog.offheap.format.WordBits;

/** Counts statuses a word at a time. */
final class StatusTally {
    private long total;
    private long committed;
    private long aborted;
    private long subCommitted;

    /** Counts the ids of a word whose lanes are set. */
    void add(long word, long lanes) {
        total += Long.bitCount(lanes);
        if (word != 0) {
            committed += Long.bitCount(WordBits.committed(word) & lanes);
            aborted += Long.bitCount(WordBits.aborted(word) & lanes);
            subCommitted += Long.bitCount(WordBits.subCommitted(word) & lanes);
        }
    }

    StatusCounts counts() {
        return new StatusCounts(total - committed - aborted - subCommitted, committed, aborted, subCommitted);
    }
}
