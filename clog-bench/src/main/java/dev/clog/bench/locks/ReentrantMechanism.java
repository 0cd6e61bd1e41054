package dev.clog.bench.locks;

import java.util.concurrent.locks.ReentrantLock;

/** The exclusive lock of the JDK. */
final class ReentrantMechanism implements Mechanism {
    private final ReentrantLock lock = new ReentrantLock();

    @Override
    public long read(Pair pair) {
        lock.lock();
        try {
            return pair.checked();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void write(Pair pair) {
        lock.lock();
        try {
            pair.increment();
        } finally {
            lock.unlock();
        }
    }

    @Override
    @SuppressWarnings("LockNotBeforeTry") // nothing in between can fail
    public void passShared() {
        lock.lock();
        lock.unlock();
    }

    @Override
    @SuppressWarnings("LockNotBeforeTry") // nothing in between can fail
    public void passExclusive() {
        lock.lock();
        lock.unlock();
    }
}
