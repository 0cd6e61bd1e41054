package dev.clog.lock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread's place in the wait list of the {@link LwLock} it waits for. One a thread, used again for every wait.
 *
 * <p>State: {@link #IDLE} → {@link #QUEUED} (its own thread, list locked) → {@link #LEAVING} (a waker, list locked: it is
 * out of the list) → {@link #IDLE} (the waker, list not locked). The last step is the wake: a release store, paired with
 * the acquire load of {@link #isIdle}. From that moment the node is its thread's again, and may at once stand in another
 * lock's list; so a waker reads {@link #next} before it.
 */
final class LwWaiter {
    static final int IDLE = 0;
    static final int QUEUED = 1;
    static final int LEAVING = 2;

    private static final VarHandle STATUS;

    static {
        try {
            STATUS = MethodHandles.lookup().findVarHandle(LwWaiter.class, "status", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Thread thread;
    /** Guarded by the list lock, and in the chain of a waker by the status LEAVING. */
    LwWaiter next;

    LwWaiter previous;
    /** What the thread waits for; set by the thread before it queues. */
    LwWaitMode mode;

    private int status;

    LwWaiter(Thread thread) {
        this.thread = thread;
    }

    /** Under the list lock. */
    boolean isQueued() {
        return status == QUEUED;
    }

    /** Under the list lock, or by the own thread once it is out of the list. */
    void setStatus(int newStatus) {
        status = newStatus;
    }

    boolean isIdle() {
        return (int) STATUS.getAcquire(this) == IDLE;
    }

    void wake() {
        STATUS.setRelease(this, IDLE);
        LockSupport.unpark(thread);
    }
}
