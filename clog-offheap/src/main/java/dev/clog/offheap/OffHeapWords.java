package dev.clog.offheap;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Words in a direct buffer, such as a mapped segment.
 *
 * <p>The buffer is unmapped by reachability alone: nobody unmaps it while a thread is inside one of these methods, since
 * each keeps this object, and with it the buffer, alive to its end.
 */
final class OffHeapWords extends PageWords {
    private final UnsafeBuffer buffer;

    /** Words over the whole of {@code memory}, whose address is a multiple of 8. */
    OffHeapWords(ByteBuffer memory) {
        buffer = new UnsafeBuffer(memory);
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
