package dev.clog.bench.locks;

import dev.clog.lock.LockMode;
import dev.clog.lock.ProcArrayLock;

/** The ProcArray lock: writes are endings. */
final class ProcArrayMechanism implements Mechanism {
    private final ProcArrayLock lock = new ProcArrayLock("bench");

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
        lock.endTransaction(pair.incrementing);
    }

    @Override
    public void passShared() {
        lock.acquire(LockMode.SHARED);
        lock.release();
    }

    @Override
    public void passExclusive() {
        lock.endTransaction(ProcArrayMechanism::nothing);
    }

    private static void nothing() {}
}
