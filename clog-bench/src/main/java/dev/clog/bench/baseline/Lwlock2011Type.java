package dev.clog.bench.baseline;

import dev.clog.lock.FlexLockType;
import dev.clog.lock.FlexWaiters;
import dev.clog.lock.LockMode;

/**
 * The LWLock of 2011, whose every field was under a spinlock: what the posts of 2011 and 2012 ran on. No engine would
 * choose it today; it is here to be compared with, and to show that a lock type needs nothing but the public seam.
 *
 * <p>Source: PostgreSQL 9.1 {@code lwlock.c}.
 */
public final class Lwlock2011Type implements FlexLockType<LockMode> {
    private int shared;
    private boolean exclusive;
    private boolean releaseOk = true;

    @Override
    public Admission admit(LockMode mode, boolean woken) {
        if (woken) {
            releaseOk = true;
        }
        if (exclusive || (mode == LockMode.EXCLUSIVE && shared > 0)) {
            return Admission.WAIT;
        }
        if (mode == LockMode.EXCLUSIVE) {
            exclusive = true;
        } else {
            shared++;
        }
        return Admission.ENTER;
    }

    @Override
    public void leave(LockMode mode) {
        if (mode == LockMode.EXCLUSIVE) {
            exclusive = false;
        } else {
            shared--;
        }
    }

    @Override
    public void released(FlexWaiters<LockMode> waiters) {
        if (exclusive || shared > 0 || !releaseOk || !waiters.next()) {
            return;
        }
        releaseOk = false;
        LockMode first = waiters.mode();
        waiters.wake();
        while (first == LockMode.SHARED && waiters.next() && waiters.mode() == LockMode.SHARED) {
            waiters.wake();
        }
    }
}
