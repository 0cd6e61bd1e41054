package dev.clog.bench.locks;

import java.util.concurrent.locks.ReadWriteLock;

/** The reentrant read-write lock of the JDK. */
final class ReadWriteLockMechanism implements Mechanism {
    private final ReadWriteLock lock;

    ReadWriteLockMechanism(ReadWriteLock lock) {
        this.lock = lock;
    }

    @Override
    public long read(Pair pair) {
        lock.readLock().lock();
        try {
            return pair.checked();
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public void write(Pair pair) {
        lock.writeLock().lock();
        try {
            pair.increment();
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    @SuppressWarnings("LockNotBeforeTry") // nothing in between can fail
    public void passShared() {
        lock.readLock().lock();
        lock.readLock().unlock();
    }

    @Override
    @SuppressWarnings("LockNotBeforeTry") // nothing in between can fail
    public void passExclusive() {
        lock.writeLock().lock();
        lock.writeLock().unlock();
    }
}
