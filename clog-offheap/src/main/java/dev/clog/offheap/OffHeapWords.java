package dev.clog.offheap;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

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

    private final UnsafeBuffer buffer;

    OffHeapWords(int count) {
        int length = count * Long.BYTES;
        long address = UnsafeApi.allocateMemory(length);
        CLEANER.register(this, () -> UnsafeApi.freeMemory(address));
        UnsafeApi.setMemory(address, length, (byte) 0);
        buffer = new UnsafeBuffer(address, length);
        buffer.verifyAlignment();
    }

    @Override
    long getVolatile(int index) {
        try {
            return buffer.getLongVolatile(index << 3);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    boolean compareAndSet(int index, long expected, long update) {
        try {
            return buffer.compareAndSetLong(index << 3, expected, update);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    void setOpaque(int index, long value) {
        try {
            buffer.putLongOpaque(index << 3, value);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    int count() {
        return buffer.capacity() >> 3;
    }
}
