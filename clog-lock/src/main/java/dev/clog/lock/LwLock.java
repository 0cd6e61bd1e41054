package dev.clog.lock;

import static dev.clog.lock.LwState.HAS_WAITERS;
import static dev.clog.lock.LwState.WAKE_PENDING;
import static dev.clog.lock.LwState.isHeldExclusive;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A lightweight lock: shared or exclusive, not reentrant, not handed over, with a wait list. What protects pages, slots
 * and lists, for a few nanoseconds up to an I/O.
 *
 * <p>All methods may be called from any thread, platform or virtual; a waiting thread parks. A hold belongs to the thread
 * that acquired it, is listed in {@link HeldLocks}, and is given up by {@link #release}. Memory order: what a thread did
 * before a release is visible after an acquire that came later, except from one shared holder to another.
 *
 * <p>How it works. State, holders and the bits that keep newcomers out are one atomic word, {@code LwState}. Uncontended
 * acquire and release are one atomic change of it each. A thread that is kept out spins a little, queues, looks once
 * more, and parks; a release of a lock that is free with waiters wakes the first (or all readers), and these compete with
 * whoever comes by. The protocol and why no wake is lost is in {@code LwWaitList}; the mode biased to readers in
 * {@code ReaderSlots}. So that nobody waits for ever, a queue that has not moved for {@link #STARVATION_NS} keeps newcomers
 * out until the one that noticed has had the lock.
 *
 * <p>Source: PostgreSQL {@code lwlock.c} (9.5 and later).
 */
public final class LwLock extends LwEntry {
    /** How long all queued threads can be overtaken before newcomers must queue too, in nanoseconds. */
    public static final long STARVATION_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LockTranche tranche;
    private final int number;
    private final AtomicLong sharedOrWaited = new AtomicLong();
    long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    LwLock(LockTranche tranche, int number) {
        super(tranche.name() + " " + number, tranche);
        this.tranche = tranche;
        this.number = number;
    }

    /** The tranche that the lock is one of. */
    public LockTranche tranche() {
        return tranche;
    }

    /** The lock's number in its tranche. */
    public int number() {
        return number;
    }

    /**
     * Takes the lock, waiting as long as it takes. An interrupt does not end the wait and stays in the thread's flag.
     *
     * @throws IllegalStateException if the thread would wait for itself, or holds {@link HeldLocks#MAX_HELD} locks; it
     *     does not hold the lock then
     * @throws AbandonedLockException if the exclusive holder's thread has ended
     */
    public void acquire(LockMode mode) {
        Hold hold = enterNow(mode);
        if (hold == null) {
            hold = enterEndlessly(holdsOfCaller(), mode);
        }
        list(hold);
    }

    /**
     * As {@link #acquire}, but an interrupt ends the wait.
     *
     * @throws InterruptedException if the thread was or got interrupted while it waited; it does not hold the lock. A lock
     *     that is free is taken without looking at the flag
     */
    public void acquireInterruptibly(LockMode mode) throws InterruptedException {
        acquireUntil(mode, LwPatience.untilInterrupt());
    }

    /**
     * As {@link #acquireInterruptibly}, with a limit.
     *
     * @param timeoutNs how long to wait, in nanoseconds; 0 or less: not at all
     * @return whether the lock was taken
     */
    public boolean tryAcquire(LockMode mode, long timeoutNs) throws InterruptedException {
        return acquireUntil(mode, LwPatience.untilTimeout(timeoutNs));
    }

    private boolean acquireUntil(LockMode mode, LwPatience patience) throws InterruptedException {
        Hold hold = enterNow(mode);
        if (hold == null) {
            hold = enterSlowly(holdsOfCaller(), mode, patience);
            if (hold == null) {
                patience.settleInterrupt();
                return false;
            }
            patience.keepInterrupt();
        }
        list(hold);
        return true;
    }

    /** Takes the lock if that is possible now. If not, nothing has changed and nobody has been delayed. */
    public boolean tryAcquire(LockMode mode) {
        Hold hold = tryNow(holdsOfCaller(), mode);
        if (hold == null) {
            return false;
        }
        list(hold);
        return true;
    }

    /**
     * As {@link #acquire}, unless the lock is held by one that is slow: for a thread that has another way than to wait for
     * it. A holder is slow if nobody passes through the lock for about a microsecond; one that was preempted is, or one that
     * sleeps for a page.
     *
     * @return whether the lock was taken; false only from a lock that was held, or kept for others who wait. A lock without
     *     {@linkplain LockTranche#statistics() statistics} can't tell, and counts as slow, as any does where there is one
     *     processor
     * @throws IllegalStateException as {@link #acquire}
     */
    public boolean acquireUnlessSlow(LockMode mode) {
        Hold hold = enterNow(mode);
        if (hold == null) {
            hold = enterUnlessSlow(holdsOfCaller(), mode);
            if (hold == null) {
                return false;
            }
        }
        list(hold);
        return true;
    }

    /**
     * Takes the lock if it is free. If not, waits until it is free for a moment, and returns without it: for work that the
     * holder may have done for the caller too, such as a flush. Not subject to fairness.
     *
     * @return whether the lock was taken
     * @throws IllegalStateException as {@link #acquire}
     */
    public boolean acquireOrWait(LockMode mode) {
        Hold hold = enterOrWait(holdsOfCaller(), mode);
        if (hold == null) {
            return false;
        }
        if (mode == LockMode.SHARED) {
            sharedOrWaited.getAndIncrement();
        }
        list(hold);
        return true;
    }

    /**
     * Waits until a value that the exclusive holder publishes is another than {@code old}, or the lock is not held
     * exclusive. The lock is not taken.
     *
     * @param value what the holder changes by {@link #updateValue}, always the same object for one lock
     * @return true if the lock was not held exclusive, false if the value had changed
     */
    public boolean waitForValue(AtomicLong value, long old) {
        if (!isHeldExclusive(state())) {
            return true;
        }
        ThreadHolds holds = holdsOfCaller();
        LwWaiter waiter = holds.waiter;
        LwPatience patience = LwPatience.endless();
        refuseReentry(holds);
        try {
            while (value.get() == old) {
                waiter.mode = LwWaitMode.UNTIL_FREE;
                // Clearing P makes the next release look at the list even if a woken thread is on its way.
                enqueue(waiter, false, WAKE_PENDING);
                boolean free = !isHeldExclusive(state());
                if (free || value.get() != old) {
                    leave(waiter, false);
                    return free;
                }
                awaitFree(waiter, patience);
                if (!isHeldExclusive(state())) {
                    return true;
                }
            }
            return false;
        } finally {
            patience.keepInterrupt();
        }
    }

    /**
     * Changes a value that others wait for by {@link #waitForValue}, and wakes them. Only for the exclusive holder.
     *
     * @throws IllegalMonitorStateException if the thread does not hold the lock exclusive; the value is unchanged
     */
    public void updateValue(AtomicLong value, long next) {
        ThreadHolds holds = holdsOfCaller();
        if (holds.find(this) != exclusiveHold) {
            throw notHeld();
        }
        publish(value, next);
    }

    /** The change and the wake of {@link #updateValue}. */
    void publish(AtomicLong value, long next) {
        // A full fence lies between the store and the look at the list, as between the waiter's queueing and its look
        // at
        // the value.
        value.set(next);
        if ((state() & HAS_WAITERS) != 0) {
            wakeUntilFree();
        }
    }

    @Override
    public void release() {
        ThreadHolds holds = holdsOfCaller();
        if (holds.popIfTop(exclusiveHold)) {
            leaveExclusive();
        } else if (holds.popIfTop(sharedHold)) {
            leaveShared();
        } else {
            leaveHold(holds.remove(this));
        }
    }

    /** Whether the calling thread holds the lock in any mode. */
    public boolean isHeldByCurrentThread() {
        return holdsOfCaller().find(this) != null;
    }

    /** Whether the calling thread holds the lock in this mode. */
    public boolean isHeldByCurrentThread(LockMode mode) {
        ThreadHolds holds = holdsOfCaller();
        Hold hold = holds.find(this);
        return hold != null && (hold == exclusiveHold) == (mode == LockMode.EXCLUSIVE);
    }

    /** The counts up to now; while others use the lock each is right, but not all of the same instant. */
    public LockStatistics statistics() {
        if (!tranche.statistics()) {
            return new LockStatistics(name(), 0, 0, slept(), spinDelays, dequeuedSelf, 0, 0);
        }
        long biasedTaken = slots == null ? 0 : slots.taken();
        long biasedTried = slots == null ? 0 : slots.tried();
        long apart = exclusiveTried + exclusiveOrWaited;
        long exclusive = exclusiveLeft() + (isHeldExclusive(state()) ? 1 : 0);
        return new LockStatistics(
                name(),
                sharedTaken() + biasedTaken,
                Math.max(0, exclusive - apart),
                slept(),
                spinDelays,
                dequeuedSelf,
                sharedTried() + biasedTried + exclusiveTried,
                exclusiveOrWaited + sharedOrWaited.get());
    }

    @Override
    void giveUp(Hold hold) {
        leaveHold(hold);
    }

    @Override
    public String toString() {
        return "lock " + name() + " (" + LwState.describe(state()) + ")";
    }
}
