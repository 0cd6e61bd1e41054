package dev.clog.groupcommit.running;

import dev.clog.lock.LockMode;
import dev.clog.lock.LockStatistics;
import dev.clog.lock.LockTranche;
import dev.clog.lock.LwLock;

/** Every ending takes the lock exclusive. */
class ExclusiveEnding implements SetLock {
    final LwLock lock = LockTranche.named("ProcArray").newLock(0);

    @Override
    public final void acquireShared() {
        lock.acquire(LockMode.SHARED);
    }

    @Override
    public final void acquireExclusive() {
        lock.acquire(LockMode.EXCLUSIVE);
    }

    @Override
    public final void release() {
        lock.release();
    }

    @Override
    public void end(EndRequest request) {
        acquireExclusive();
        try {
            request.run();
        } finally {
            release();
        }
    }

    @Override
    public final LockStatistics statistics() {
        return lock.statistics();
    }
}
