package dev.clog.offheap;

import dev.clog.offheap.format.StatusLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The statuses of one segment in memory, 1,048,576 transactions, with what a checkpoint must know of its 32 pages.
 *
 * <p>Idea: a page is clean or has a bit in {@code dirtyPages}; a group of 32 transactions, which is a word, has the LSN
 * that must be durable before the word may reach the file. Groups are made for a page when its first asynchronous commit
 * comes.
 *
 * <p>Protocol between a setter and the checkpoint, which together lose nothing:
 *
 * <pre>
 *   setter                               checkpoint
 *   S1 raise the word's LSN              C1 clear the page's mark
 *   S2 change the word                   C2 copy the page's words
 *   S3 read the mark, set it if clear    C3 read the page's LSNs, flush the log up to the largest
 *                                        C4 write the copy
 * </pre>
 *
 * S3 after S2, C2 after C1: if S3 finds the mark set, C1 is still to come, and C2 copies the change; if not, S3 leaves
 * the mark for the next checkpoint. S1 before S2, C3 after C2: a change that is in the copy has its LSN read. All four
 * are volatile or stronger, since S2-S3 and C1-C2 are a store followed by a load of another place.
 */
final class Segment {
    private static final VarHandle DIRTY_PAGES;

    private static final int WORDS_PER_PAGE = StatusLayout.STANDARD.pageBytes() / Long.BYTES;

    static {
        try {
            DIRTY_PAGES = MethodHandles.lookup().findVarHandle(Segment.class, "dirtyPages", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long number;
    private final StatusWords words;
    private final AtomicReferenceArray<AtomicLongArray> groupLsns =
            new AtomicReferenceArray<>(StatusLayout.PAGES_PER_SEGMENT);

    @SuppressWarnings("unused") // through DIRTY_PAGES
    private volatile int dirtyPages;

    /**
     * A segment whose pages are clean.
     *
     * @param number 64-bit id of its first transaction / 1,048,576
     * @param words its words, as many as its file has
     */
    Segment(long number, StatusWords words) {
        this.number = number;
        this.words = words;
    }

    long number() {
        return number;
    }

    StatusWords words() {
        return words;
    }

    /** Number of whole pages that the segment has. */
    int pages() {
        return words.count() / WORDS_PER_PAGE;
    }

    /** Index of the word that holds {@code xid}, in its segment. */
    static int wordIndex(long xid) {
        return (int) (xid >>> 5) & (WORDS_PER_PAGE * StatusLayout.PAGES_PER_SEGMENT - 1);
    }

    /** S1: the word's LSN becomes at least {@code lsn}. */
    void raiseLsn(int wordIndex, long lsn) {
        AtomicLongArray lsns = lsnsForRaise(wordIndex / WORDS_PER_PAGE);
        int group = wordIndex % WORDS_PER_PAGE;
        long present = lsns.get(group);
        while (present < lsn) {
            long witness = lsns.compareAndExchange(group, present, lsn);
            if (witness == present) {
                return;
            }
            present = witness;
        }
    }

    private AtomicLongArray lsnsForRaise(int page) {
        AtomicLongArray lsns = groupLsns.get(page);
        if (lsns == null) {
            AtomicLongArray made = new AtomicLongArray(WORDS_PER_PAGE);
            AtomicLongArray witness = groupLsns.compareAndExchange(page, null, made);
            lsns = witness == null ? made : witness;
        }
        return lsns;
    }

    /** C3: the largest LSN of a page's words; 0 where there is none. */
    long largestLsn(int page) {
        AtomicLongArray lsns = groupLsns.get(page);
        long largest = 0;
        if (lsns != null) {
            for (int i = 0; i < WORDS_PER_PAGE; i++) {
                largest = Math.max(largest, lsns.get(i));
            }
        }
        return largest;
    }

    /** S3: the page of a word that changed is to be written. */
    void markDirty(int wordIndex) {
        markPageDirty(wordIndex / WORDS_PER_PAGE);
    }

    /** A page is to be written. */
    void markPageDirty(int page) {
        int bit = 1 << page;
        if (((int) DIRTY_PAGES.getVolatile(this) & bit) == 0) {
            DIRTY_PAGES.getAndBitwiseOr(this, bit);
        }
    }

    /** C1: true if the page was to be written; it is not any more. */
    boolean clearDirty(int page) {
        int bit = 1 << page;
        return ((int) DIRTY_PAGES.getAndBitwiseAnd(this, ~bit) & bit) != 0;
    }

    /** True if a page of the segment is to be written. */
    boolean isDirty() {
        return (int) DIRTY_PAGES.getVolatile(this) != 0;
    }

    /** C2: copies a page's words, each as one load, to {@code target}. */
    void copyPage(int page, long[] target) {
        assert target.length == WORDS_PER_PAGE : target.length;
        int first = page * WORDS_PER_PAGE;
        for (int i = 0; i < WORDS_PER_PAGE; i++) {
            target[i] = words.getVolatile(first + i);
        }
    }

    /**
     * Zeroes the statuses from {@code xid} to the end of its page, where nobody has set one since the segment was read.
     *
     * @return true if one was not zero; the page is marked then
     */
    boolean zeroFrom(long xid) {
        int index = wordIndex(xid);
        int end = (index / WORDS_PER_PAGE + 1) * WORDS_PER_PAGE;
        boolean changed = zeroWord(index, StatusBits.withoutFrom(words.getVolatile(index), xid));
        for (int i = index + 1; i < end; i++) {
            changed |= zeroWord(i, 0);
        }
        if (changed) {
            markDirty(index);
        }
        return changed;
    }

    private boolean zeroWord(int index, long rest) {
        long word = words.getVolatile(index);
        if (word == rest) {
            return false;
        }
        boolean alone = words.compareAndSet(index, word, rest);
        assert alone : "a status past the end was set: segment=" + number + " word=" + index;
        return true;
    }
}
