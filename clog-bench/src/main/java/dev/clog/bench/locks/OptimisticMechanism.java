package dev.clog.bench.locks;

import java.util.concurrent.locks.StampedLock;

/** The JDK's StampedLock; reads are optimistic once, then pessimistic. Not for reads that must not see torn data. */
final class OptimisticMechanism implements Mechanism {
    private final StampedLock lock = new StampedLock();

    @Override
    public long read(Pair pair) {
        long stamp = lock.tryOptimisticRead();
        if (stamp != 0) {
            long first = pair.first;
            long second = pair.second;
            if (lock.validate(stamp) && first == second) {
                return first;
            }
        }
        stamp = lock.readLock();
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
        lock.validate(lock.tryOptimisticRead());
    }

    @Override
    public void passExclusive() {
        lock.unlockWrite(lock.writeLock());
    }
}
