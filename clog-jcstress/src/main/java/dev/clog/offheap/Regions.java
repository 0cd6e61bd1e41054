package dev.clog.offheap;

import java.util.concurrent.atomic.AtomicInteger;

/** Pages of real off-heap memory for the states of stress tests, used round and round: a state needs one for a moment. */
final class Regions {
    private static final int COUNT = 16_384;
    private static final int WORDS_USED = 4;
    private static final PageWords WORDS = new OffHeapWords(COUNT * PageLayout.WORDS_PER_PAGE);
    private static final SlotStamps STAMPS = new SlotStamps(COUNT);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private Regions() {}

    /** The first word of a page whose first words are zero. */
    static int next() {
        int first = (NEXT.getAndIncrement() & COUNT - 1) * PageLayout.WORDS_PER_PAGE;
        for (int i = 0; i < WORDS_USED; i++) {
            WORDS.setOpaque(first + i, 0);
        }
        return first;
    }

    static PageWords words() {
        return WORDS;
    }

    /** The stamps of slots in these pages. */
    static SlotStamps stamps() {
        return STAMPS;
    }

    /** A clean page of zeros. */
    static Page page() {
        return new Page(WORDS, next());
    }
}
