package dev.clog.bench.locks;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.ignite.internal.util.GridUnsafe;
import org.apache.ignite.internal.util.OffheapReadWriteLock;

/** Ignite's page lock: its word is off-heap, its waiters share a striped table of locks. */
final class OffheapMechanism implements Mechanism {
    private static final int STRIPES = 128;
    private static final int TAG = 1;

    private final OffheapReadWriteLock lock = new OffheapReadWriteLock(STRIPES);
    /** Room for the word on lines of its own; 512 bytes, of which the middle ones are used. */
    private final ByteBuffer memory = ByteBuffer.allocateDirect(512).order(ByteOrder.nativeOrder());

    private final long address = GridUnsafe.bufferAddress(memory) + 256;

    OffheapMechanism() {
        lock.init(address, TAG);
    }

    @Override
    public long read(Pair pair) {
        lock.readLock(address, TAG);
        try {
            return pair.checked();
        } finally {
            lock.readUnlock(address);
        }
    }

    @Override
    public void write(Pair pair) {
        lock.writeLock(address, TAG);
        try {
            pair.increment();
        } finally {
            lock.writeUnlock(address, TAG);
        }
    }

    @Override
    public void passShared() {
        lock.readLock(address, TAG);
        lock.readUnlock(address);
    }

    @Override
    public void passExclusive() {
        lock.writeLock(address, TAG);
        lock.writeUnlock(address, TAG);
    }
}
