package dev.clog.bench.locks;

import dev.clog.lock.LockMode;
import dev.clog.lock.LockTranche;
import dev.clog.lock.LwLock;

/** Our LwLock. */
final class LwLockMechanism implements Mechanism {
    private final LwLock lock;

    LwLockMechanism(LockTranche tranche) {
        lock = tranche.newLock(0);
    }

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
