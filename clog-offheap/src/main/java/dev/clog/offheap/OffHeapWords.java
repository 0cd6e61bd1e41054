package dev.clog.offheap;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import org.agrona.UnsafeApi;

/**
 * Words in memory of their own outside the heap, zeroed.
 *
 * <p>The memory is freed by reachability alone: nobody frees it while a thread is inside one of these methods, since each
 * keeps this object alive to its end.
 *
 * <p>Rejected: words in a mapping of the file. A fault of it, when the file is cut or its disk gone, ends the JVM where it
 * meets a compare-and-set that is not compiled; where it meets a read, the JDK lets the read return any value, and throws
 * its error later, at a point that may be far outside of this class.
 */
final class OffHeapWords extends PageWords {
    private static final Cleaner CLEANER = Cleaner.create();

    private final long address;
    private final int count;

    OffHeapWords(int count) {
        this.count = count;
        long lengthBytes = (long) count * Long.BYTES;
        long allocated = UnsafeApi.allocateMemory(lengthBytes);
        CLEANER.register(this, () -> UnsafeApi.freeMemory(allocated));
        UnsafeApi.setMemory(allocated, lengthBytes, (byte) 0);
        assert allocated % Long.BYTES == 0 : allocated;
        address = allocated;
    }

    @Override
    long address() {
        return address;
    }

    /** Reads the word at an address; the caller keeps alive what the memory belongs to. */
    static long getVolatile(long address) {
        return UnsafeApi.getLongVolatile(null, address);
    }

    /** Changes the word at an address, see {@link #compareAndExchange(int, long, long)}; the caller keeps it alive. */
    static long compareAndExchange(long address, long expected, long update) {
        return UnsafeApi.compareAndExchangeLong(null, address, expected, update);
    }

    private long addressOf(int index) {
        assert index >= 0 && index < count : index;
        return address + ((long) index << 3);
    }

    @Override
    long getVolatile(int index) {
        try {
            return UnsafeApi.getLongVolatile(null, addressOf(index));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    long compareAndExchange(int index, long expected, long update) {
        try {
            return UnsafeApi.compareAndExchangeLong(null, addressOf(index), expected, update);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    void setOpaque(int index, long value) {
        try {
            UnsafeApi.putLongOpaque(null, addressOf(index), value);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    int count() {
        return count;
    }
}
