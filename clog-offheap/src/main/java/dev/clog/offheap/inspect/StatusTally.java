package dev.clog.offheap.inspect;

import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.format.WordBits;

/** Counts statuses a page at a time. */
final class StatusTally {
    private long total;
    private long committed;
    private long aborted;
    private long subCommitted;

    /** Counts the ids of a page from one to another. */
    void add(long[] words, long pageXid, long from, long to) {
        long xids = (long) words.length * StatusLayout.XIDS_PER_WORD;
        if (from <= pageXid && to >= pageXid + xids) {
            addAll(words);
            return;
        }
        for (int i = 0; i < words.length; i++) {
            long xid = pageXid + (long) i * StatusLayout.XIDS_PER_WORD;
            add(words[i], WordBits.lanes(from - xid, to - xid));
        }
    }

    /** One population count a word, as long as all its ids have a final status. */
    private void addAll(long[] words) {
        long ones = 0;
        int finals = 0;
        for (long word : words) {
            if (WordBits.isFinal(word)) {
                finals++;
                ones += Long.bitCount(word & WordBits.ALL_LANES);
            } else {
                add(word, WordBits.ALL_LANES);
            }
        }
        long xids = (long) finals * StatusLayout.XIDS_PER_WORD;
        total += xids;
        committed += ones;
        aborted += xids - ones;
    }

    /** Counts the ids of a word whose lanes are set. */
    private void add(long word, long lanes) {
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
