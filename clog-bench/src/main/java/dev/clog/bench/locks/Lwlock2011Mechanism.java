package dev.clog.bench.locks;

import dev.clog.bench.baseline.Lwlock2011Type;
import dev.clog.lock.FlexLock;
import dev.clog.lock.LockMode;

/** The LWLock of 2011 as a FlexLock type. */
final class Lwlock2011Mechanism implements Mechanism {
    private final FlexLock<LockMode> lock = new FlexLock<>("bench", new Lwlock2011Type(), LockMode.class);

    @Override
    public long read(Pair pair) {
        lock.acquire(LockMode.SHARED);
        try {
            return pair.checked();
        } finally {
            lock.release();
        }
    }

    @Override
    public void write(Pair pair) {
        lock.acquire(LockMode.EXCLUSIVE);
        try {
            pair.increment();
        } finally {
            lock.release();
        }
    }

    @Override
    public void passShared() {
        lock.acquire(LockMode.SHARED);
        lock.release();
    }

    @Override
    public void passExclusive() {
        lock.acquire(LockMode.EXCLUSIVE);
        lock.release();
    }
}
