package dev.clog.offheap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.LongBuffer;
import java.util.Arrays;

/**
 * A page in memory: its words, a mark that says that it is to be written, and the LSN of each group of 32 transactions,
 * which is a word, that must be durable before the word may reach the file. Groups are made when the first asynchronous
 * commit comes.
 *
 * <p>Protocol between a setter and whoever writes the page, which together lose nothing:
 *
 * <pre>
 *   setter                               writer
 *   S1 raise the word's LSN              C1 clear the page's mark
 *   S2 change the word                   C2 copy the page's words
 *   S3 read the mark, set it if clear    C3 read the page's LSNs, flush the log up to the largest
 *                                        C4 write the copy
 * </pre>
 *
 * S3 after S2, C2 after C1: if S3 finds the mark set, C1 is still to come, and C2 copies the change; if not, S3 leaves
 * the mark for the next write. S1 before S2, C3 after C2: a change that is in the copy has its LSN read. All four are
 * volatile or stronger, since S2-S3 and C1-C2 are a store followed by a load of another place.
 *
 * <p>One writer of a page at a time; any number of setters. An entry that is more than a word is changed, read and copied
 * under this object's monitor, the page's latch.
 */
class Page {
    private static final VarHandle DIRTY;
    private static final VarHandle LSNS;
    private static final VarHandle LSN = MethodHandles.arrayElementVarHandle(long[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            DIRTY = lookup.findVarHandle(Page.class, "dirty", boolean.class);
            LSNS = lookup.findVarHandle(Page.class, "lsns", long[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final PageWords words;
    private final int firstWord;

    /** Where the page is in memory; 0 for one on the heap. */
    private final long address;

    private volatile boolean dirty;

    /** Null until an LSN is raised. */
    private volatile long[] lsns;

    /** A clean page whose words are those from {@code firstWord} on. */
    Page(PageWords words, int firstWord) {
        assert firstWord + PageLayout.WORDS_PER_PAGE <= words.count() : firstWord;
        this.words = words;
        this.firstWord = firstWord;
        address = words.address() == 0 ? 0 : words.address() + ((long) firstWord << 3);
    }

    /** The pages that fill these words. */
    static Page[] over(PageWords words) {
        Page[] pages = new Page[words.count() / PageLayout.WORDS_PER_PAGE];
        for (int i = 0; i < pages.length; i++) {
            pages[i] = new Page(words, i * PageLayout.WORDS_PER_PAGE);
        }
        return pages;
    }

    /** Where the page is in memory, which is its own as long as this object is alive; 0 for one on the heap. */
    final long address() {
        return address;
    }

    /** The word at {@code index}, 0 to 1023; pairs with {@link #compareAndExchange}. */
    final long getVolatile(int index) {
        if (address == 0) {
            return words.getVolatile(firstWord + index);
        }
        try {
            return OffHeapWords.getVolatile(address + ((long) index << 3));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** S2, where the word is still {@code expected}; returns what it was. */
    final long compareAndExchange(int index, long expected, long update) {
        if (address == 0) {
            return words.compareAndExchange(firstWord + index, expected, update);
        }
        try {
            return OffHeapWords.compareAndExchange(address + ((long) index << 3), expected, update);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** As {@link #compareAndExchange}; returns whether the word has changed. */
    final boolean compareAndSet(int index, long expected, long update) {
        return compareAndExchange(index, expected, update) == expected;
    }

    /** S1: the word's LSN becomes at least {@code lsn}. */
    final void raiseLsn(int index, long lsn) {
        long[] groups = lsnsForRaise();
        long present = (long) LSN.getVolatile(groups, index);
        while (present < lsn) {
            long witness = (long) LSN.compareAndExchange(groups, index, present, lsn);
            if (witness == present) {
                return;
            }
            present = witness;
        }
    }

    private long[] lsnsForRaise() {
        long[] groups = lsns;
        if (groups == null) {
            long[] made = new long[PageLayout.WORDS_PER_PAGE];
            long[] witness = (long[]) LSNS.compareAndExchange(this, null, made);
            groups = witness == null ? made : witness;
        }
        return groups;
    }

    /** The LSN of a word; 0 where there is none. */
    final long lsn(int index) {
        long[] groups = lsns;
        return groups == null ? 0 : (long) LSN.getVolatile(groups, index);
    }

    /** C3: the largest LSN of the words; 0 where there is none. */
    final long largestLsn() {
        long[] groups = lsns;
        long largest = 0;
        if (groups != null) {
            for (int i = 0; i < PageLayout.WORDS_PER_PAGE; i++) {
                largest = Math.max(largest, (long) LSN.getVolatile(groups, i));
            }
        }
        return largest;
    }

    /** Forgets all LSNs, while nobody sets. */
    final void forgetLsns() {
        long[] groups = lsns;
        if (groups != null) {
            Arrays.fill(groups, 0);
        }
    }

    /** S3: the page is to be written. */
    final void markDirty() {
        if (!dirty) {
            dirty = true;
        }
    }

    /** C1: true if the page was to be written; it is not any more. */
    final boolean clearDirty() {
        return dirty && (boolean) DIRTY.getAndSet(this, false);
    }

    /** True if the page is to be written. */
    final boolean isDirty() {
        return dirty;
    }

    /** C2: copies the words, each as one load, under the latch. */
    final synchronized void copyTo(LongBuffer target) {
        for (int i = 0; i < PageLayout.WORDS_PER_PAGE; i++) {
            target.put(i, words.getVolatile(firstWord + i));
        }
    }

    /** Fills the page with what its file has, while nobody sets and readers validate. */
    final void load(LongBuffer source) {
        for (int i = 0; i < PageLayout.WORDS_PER_PAGE; i++) {
            words.setOpaque(firstWord + i, source.get(i));
        }
    }

    /**
     * Zeroes all bits from one on, where nobody sets: past the ids handed out.
     *
     * @param bit of the page, 0 to 65536
     * @return true if one was not zero; the page is marked then
     */
    final synchronized boolean zeroFrom(int bit) {
        boolean changed = false;
        for (int i = bit / Long.SIZE; i < PageLayout.WORDS_PER_PAGE; i++) {
            long kept = i == bit / Long.SIZE ? (1L << bit) - 1 : 0;
            changed |= keep(i, kept);
        }
        if (changed) {
            markDirty();
        }
        return changed;
    }

    private boolean keep(int index, long kept) {
        long word = getVolatile(index);
        if ((word & ~kept) == 0) {
            return false;
        }
        boolean alone = compareAndSet(index, word, word & kept);
        assert alone : "an entry past the end was set: word=" + index;
        return true;
    }
}
