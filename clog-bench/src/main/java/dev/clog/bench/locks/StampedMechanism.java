package dev.clog.bench.locks;

import java.util.concurrent.locks.StampedLock;

/** The JDK's StampedLock, pessimistic. */
final class StampedMechanism implements Mechanism {
    private final StampedLock lock = new StampedLock();

    @Override
    public long read(Pair pair) {
        long stamp = lock.readLock();
        try {
            return pair.checked();
        } finally {
            lock.unlockRead(stamp);
        }
    }

    @Override
    public void write(Pair pair) {
        long stamp = lock.writeLock();
        try {
            pair.increment();
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    @Override
    public void passShared() {
        long stamp = lock.readLock();
        lock.unlockRead(stamp);
    }

    @Override
    public void passExclusive() {
        long stamp = lock.writeLock();
        lock.unlockWrite(stamp);
    }
}
