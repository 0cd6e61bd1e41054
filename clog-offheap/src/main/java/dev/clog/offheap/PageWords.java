package dev.clog.offheap;

/**
 * Memory of pages as words of 64 bits: the only way it is read and changed. A word of a status page holds 32
 * transactions, the first one in the lowest two bits.
 *
 * <p>A class and not an interface, so that the one subclass that production loads is inlined without a check. The other
 * one keeps its words on the heap, for the model checkers, which do not see off-heap memory.
 */
abstract class PageWords {

    /** Reads a word; everything before the write it sees is visible too (pairs with {@link #compareAndSet}). */
    abstract long getVolatile(int index);

    /** Changes a word from {@code expected} to {@code update} with the memory effect of a volatile write. */
    abstract boolean compareAndSet(int index, long expected, long update);

    /** Writes a word of a page that nobody else reads or that readers validate; orders nothing. */
    abstract void setOpaque(int index, long value);

    /** How many words there are. */
    abstract int count();
}
