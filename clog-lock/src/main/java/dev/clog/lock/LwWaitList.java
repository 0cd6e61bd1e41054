package dev.clog.lock;

import static dev.clog.lock.LwState.HAS_WAITERS;
import static dev.clog.lock.LwState.LIST_LOCKED;
import static dev.clog.lock.LwState.STARVING;
import static dev.clog.lock.LwState.WAKE_PENDING;
import static dev.clog.lock.LwState.mayLetIn;
import static dev.clog.lock.LwState.needsWake;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The wait list of an {@link LwLock}, under a spin bit of its state word, and the wake protocol.
 *
 * <p>What must hold: <b>whenever the lock is free and the list is not empty, some running thread is about to look</b>: one
 * that released and is about to wake, one that was woken, or one that has queued itself and not yet looked again.
 * <ol>
 *   <li>A waiter queues itself (sets W), then looks at the holders again. A releaser takes its hold off, then looks at W.
 *       Both are atomic changes of one word, so that one of them sees the other: no wake is lost between the check and
 *       the sleep.
 *   <li>A waker takes nodes off the list under the spin bit, then sets P if one of them will try to enter, then wakes.
 *       While P is set no release wakes more: the lock is never handed over, and a woken thread that runs late must not
 *       find ten others awake.
 *   <li>P is cleared by the woken thread, in the step in which it enters or queues again; or by one that was taken off the
 *       list but no longer wants the wake ({@link #leave}): it absorbs the wake, and passes it on if it did not enter.
 *   <li>A thread that gives up checks after clearing S or P whether it was the running thread of the invariant, and whether
 *       it kept readers waiting that may join those inside.
 * </ol>
 *
 * Rejected: handing the lock to the woken thread (the convoy makes every acquire as slow as a context switch); a queue
 * without a spin bit (leaving from the middle costs a search).
 *
 * <p>Source: PostgreSQL {@code lwlock.c}; the starvation bit is ours.
 */
abstract class LwWaitList extends LwWord {
    private static final VarHandle SLEPT;

    static {
        try {
            SLEPT = MethodHandles.lookup().findVarHandle(LwWaitList.class, "slept", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Guarded by the list bit, like the plain counters below. */
    private final LwWaitQueue queue = new LwWaitQueue();

    private int starvers;
    long spinDelays;
    long dequeuedSelf;

    @SuppressWarnings("UnusedVariable") // used through SLEPT
    private long slept;

    LwWaitList(String name, LockTranche tranche) {
        super(name, tranche);
    }

    private void lockList() {
        SpinDelay delay = null;
        for (; ; ) {
            long seen = state();
            if ((seen & LIST_LOCKED) == 0) {
                if (compareAndSetState(seen, seen | LIST_LOCKED)) {
                    break;
                }
                continue;
            }
            if (delay == null) {
                delay = new SpinDelay(1);
            }
            if (!delay.pause()) {
                throw new StuckSpinlockException(
                        name() + " (wait list)", "an unknown thread", "lockList", delay.sleeps());
            }
        }
        if (delay != null) {
            spinDelays += delay.finish();
        }
    }

    private void unlockList(long set, long clear) {
        long empty = queue.isEmpty() ? HAS_WAITERS : 0;
        changeState(set | (HAS_WAITERS & ~empty), clear | empty | LIST_LOCKED);
    }

    /** Queues the calling thread, in its waiter's mode. The caller must look at the state again before it sleeps. */
    final void enqueue(LwWaiter waiter, boolean first, long clear) {
        lockList();
        queue.add(waiter, first);
        unlockList(0, clear);
    }

    /**
     * Undoes {@link #enqueue}: the thread has what it wanted, or gives up. If a waker was faster its wake is awaited, so
     * that it can't hit a later wait.
     *
     * @param entered the thread holds the lock now, so that its release will wake others
     */
    final void leave(LwWaiter waiter, boolean entered) {
        lockList();
        boolean removed = queue.remove(waiter);
        if (removed) {
            dequeuedSelf++;
        }
        unlockList(0, 0);
        if (!removed) {
            absorbWake(waiter);
        }
        if (!entered && mayLetIn(state())) {
            wakeUp();
        }
    }

    private void absorbWake(LwWaiter waiter) {
        // The waker set P in the step that unlocked the list, so this can't come too early.
        changeState(0, WAKE_PENDING);
        boolean interrupted = false;
        while (!waiter.isIdle()) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Wakes whom a release wakes. */
    final void wakeUp() {
        lockList();
        LwWaiter entering = queue.takeEntering();
        LwWaiter chain = queue.takeUntilFree(entering);
        if (entering == null) {
            unlockList(0, WAKE_PENDING);
        } else {
            unlockList(WAKE_PENDING, 0);
        }
        wake(chain);
    }

    /** Wakes those that wait until the lock is free, and for values. */
    final void wakeUntilFree() {
        lockList();
        LwWaiter chain = queue.takeUntilFree(null);
        unlockList(0, 0);
        wake(chain);
    }

    private static void wake(LwWaiter chain) {
        for (LwWaiter waiter = chain; waiter != null; ) {
            LwWaiter following = waiter.next; // before the wake: the node is its thread's afterwards
            waiter.next = null;
            waiter.wake();
            waiter = following;
        }
    }

    /** Keeps newcomers out until {@link #endStarving}. */
    final void beginStarving() {
        lockList();
        starvers++;
        unlockList(STARVING, 0);
        if (needsWake(state())) {
            wakeUp();
        }
    }

    final void endStarving() {
        lockList();
        starvers--;
        unlockList(0, starvers == 0 ? STARVING : 0);
        if (mayLetIn(state())) {
            wakeUp();
        }
    }

    final void countSleep() {
        SLEPT.getAndAdd(this, 1L);
    }

    final long slept() {
        return (long) SLEPT.getVolatile(this);
    }

    /** How many threads wait; for tests and diagnosis. */
    final int queueLength() {
        lockList();
        int length = queue.size();
        unlockList(0, 0);
        return length;
    }
}
