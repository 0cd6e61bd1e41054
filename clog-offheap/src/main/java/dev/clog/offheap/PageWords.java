package dev.clog.offheap;

/**
 * Memory of pages as words of 64 bits: the only way it is read and changed. A word of a status page holds 32
 * transactions, the first one in the lowest two bits.
 *
 * <p>A class and not an interface, so that the one subclass that production loads is inlined without a check. The other
 * one keeps its words on the heap, for the model checkers, which do not see off-heap memory.
 */
abstract class PageWords {

    /**
     * Where the words are in memory, or 0 for words on the heap. To be read by {@link OffHeapWords#getVolatile(long)} while
     * this object is kept alive.
     */
    long address() {
        return 0;
    }

    /** Reads a word; everything before the write it sees is visible too (pairs with {@link #compareAndExchange}). */
    abstract long getVolatile(int index);

    /**
     * Changes a word from {@code expected} to {@code update} with the memory effect of a volatile write.
     *
     * @return what the word was: {@code expected} if it has changed
     */
    abstract long compareAndExchange(int index, long expected, long update);

    /** As {@link #compareAndExchange}; returns whether the word has changed. */
    final boolean compareAndSet(int index, long expected, long update) {
        return compareAndExchange(index, expected, update) == expected;
    }

    /** Writes a word of a page that nobody else reads or that readers validate; orders nothing. */
    abstract void setOpaque(int index, long value);

    /** How many words there are. */
    abstract int count();
}
