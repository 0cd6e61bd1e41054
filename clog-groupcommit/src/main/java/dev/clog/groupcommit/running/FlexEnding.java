package dev.clog.groupcommit.running;

import dev.clog.lock.LockMode;
import dev.clog.lock.LockStatistics;
import dev.clog.lock.ProcArrayLock;

/** An ending is left at the lock, and done by the one that releases it. */
final class FlexEnding implements SetLock {
    private final ProcArrayLock lock = new ProcArrayLock("ProcArray");

    @Override
    public void acquireShared() {
        lock.acquire(LockMode.SHARED);
    }

    @Override
    public void acquireExclusive() {
        lock.acquire(LockMode.EXCLUSIVE);
    }

    @Override
    public void release() {
        lock.release();
    }

    @Override
    public void end(EndRequest request) {
        lock.endTransaction(request);
    }

    @Override
    public LockStatistics statistics() {
        return lock.statistics();
    }
}
