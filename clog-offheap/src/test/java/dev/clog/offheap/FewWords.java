package dev.clog.offheap;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Pages of which only the first words are kept, on the heap, so that a model checker sees them and is not led astray by a
 * thousand reads of zeros.
 */
final class FewWords extends PageWords {
    private static final int KEPT = 3;

    private final int pages;
    private final AtomicLongArray words;

    FewWords(int count) {
        pages = count / PageLayout.WORDS_PER_PAGE;
        words = new AtomicLongArray(pages * KEPT);
    }

    private static boolean isKept(int index) {
        return index % PageLayout.WORDS_PER_PAGE < KEPT;
    }

    private static int place(int index) {
        return index / PageLayout.WORDS_PER_PAGE * KEPT + index % PageLayout.WORDS_PER_PAGE;
    }

    @Override
    long getVolatile(int index) {
        return isKept(index) ? words.get(place(index)) : 0;
    }

    @Override
    long compareAndExchange(int index, long expected, long update) {
        return words.compareAndExchange(place(index), expected, update);
    }

    @Override
    void setOpaque(int index, long value) {
        if (isKept(index)) {
            words.setOpaque(place(index), value);
        }
    }

    @Override
    int count() {
        return pages * PageLayout.WORDS_PER_PAGE;
    }
}
