package dev.clog.offheap;

import java.util.concurrent.atomic.AtomicLongArray;

/** Words on the heap, where a model checker sees them and a test can stand between two steps. */
class HeapWords extends PageWords {
    static final int SEGMENT_WORDS = 32768;

    private final AtomicLongArray words;

    HeapWords() {
        this(SEGMENT_WORDS);
    }

    HeapWords(int count) {
        words = new AtomicLongArray(count);
    }

    @Override
    long getVolatile(int index) {
        return words.get(index);
    }

    @Override
    long compareAndExchange(int index, long expected, long update) {
        return words.compareAndExchange(index, expected, update);
    }

    @Override
    void setOpaque(int index, long value) {
        words.setOpaque(index, value);
    }

    @Override
    int count() {
        return words.length();
    }
}
