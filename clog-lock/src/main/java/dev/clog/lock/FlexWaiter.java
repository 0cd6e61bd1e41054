package dev.clog.lock;

import java.util.concurrent.locks.LockSupport;

/** A thread's place in the list of a {@link FlexLock}. Links and work are guarded by its spinlock. */
final class FlexWaiter<M extends Enum<M>> {
    final Thread thread = Thread.currentThread();
    final M mode;
    /** Null for a thread that wants to hold the lock. */
    final Runnable work;

    FlexWaiter<M> previous;
    FlexWaiter<M> next;
    /** The work was run, by another thread, with this outcome; written before the wake. */
    boolean served;

    Throwable failure;
    /** Written last by the waker, read first by the thread. */
    private volatile boolean woken;

    FlexWaiter(M mode, Runnable work) {
        this.mode = mode;
        this.work = work;
    }

    void prepare() {
        woken = false;
    }

    void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    /** Parks until woken; an interrupt stays in the thread's flag. */
    void park(Object blocker) {
        boolean interrupted = false;
        while (!woken) {
            LockSupport.park(blocker);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
