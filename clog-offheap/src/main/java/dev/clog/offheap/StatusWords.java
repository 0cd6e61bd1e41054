package dev.clog.offheap;

/**
 * Status bits as words of 64 bits: 32 transactions each, the first one in the lowest two bits. The only way the bits are
 * read and changed.
 *
 * <p>A class and not an interface, so that the one subclass that production loads is inlined without a check. The other
 * one keeps its words on the heap, for the model checkers, which do not see off-heap memory.
 */
abstract class StatusWords {

    /** Reads a word; everything before the write it sees is visible too (pairs with {@link #compareAndSet}). */
    abstract long getVolatile(int index);

    /** Changes a word from {@code expected} to {@code update} with the memory effect of a volatile write. */
    abstract boolean compareAndSet(int index, long expected, long update);

    /** How many words there are. */
    abstract int count();
}
