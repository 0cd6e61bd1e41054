package dev.clog.lock;

import dev.clog.lock.FlexLockType.Admission;

/**
 * A lock whose kind is a {@link FlexLockType}: the type says who may enter and whom a release wakes; this class has what
 * all kinds need: the spinlock, the list of waiters, sleeping and waking, the list of held locks, the counts.
 *
 * <p>Besides holding the lock a thread can ask for a piece of work to be done under it ({@link #perform}): a type may have
 * it run by the thread itself without taking the lock, or later by the thread that releases it.
 *
 * <p>May be used from any thread, platform or virtual. {@link #acquire} and {@link #perform} wait as long as it takes; an
 * interrupt stays in the thread's flag. Memory order as with {@link LwLock}; work that another thread runs sees what its
 * owner did before, and the owner sees what it did.
 *
 * <p>How it works. All state, the type's too, is plain and guarded by one {@link SpinLock}.
 * <ol>
 *   <li>A thread that may not enter queues itself in the same hold of the spinlock in which it was kept out. So a releaser,
 *       who needs the spinlock to leave, sees it: no second look is needed.
 *   <li>A releaser lets its type take waiters off the list, gives the spinlock up, and only then wakes them: the wake is a
 *       system call, and the woken thread needs the spinlock.
 *   <li>A woken thread asks again, and if kept out goes to the front. The lock is not handed over.
 *   <li>Work for others is bounded under one hold of the spinlock; the releaser comes back for the rest. If someone has
 *       entered in between the type does nothing, and it is that thread's release that goes on.
 * </ol>
 *
 * Source: the FlexLocks of R. Haas (pgsql-hackers, 2011), PostgreSQL 9.1 {@code lwlock.c}.
 *
 * @param <M> the modes of the type
 */
public final class FlexLock<M extends Enum<M>> extends TrackedLock {
    private final SpinLock spin;
    private final FlexLockType<M> type;
    private final M[] modes;
    private final Hold[] holds;
    private final FlexWalk<M> waiters = new FlexWalk<>();

    private final long[] acquires;
    private long blocks;
    private long spinDelays;
    private long tried;

    /**
     * A free lock.
     *
     * @param name as statistics and errors call it
     * @param type the kind of lock; not used for another lock
     * @param modes the modes of the type
     */
    public FlexLock(String name, FlexLockType<M> type, Class<M> modes) {
        super(name);
        this.spin = new SpinLock(name);
        this.type = type;
        this.modes = modes.getEnumConstants();
        this.holds = new Hold[this.modes.length];
        this.acquires = new long[this.modes.length];
        for (M mode : this.modes) {
            holds[indexOf(mode)] = new Hold(this, mode.name(), indexOf(mode));
        }
    }

    /**
     * Takes the lock in a mode, waiting as long as it takes.
     *
     * @throws IllegalStateException if the thread would wait for itself, or holds {@link HeldLocks#MAX_HELD} locks
     */
    public void acquire(M mode) {
        enter(mode, null);
        ThreadHolds.current().push(holds[indexOf(mode)]);
    }

    /** Takes the lock in a mode if that is possible now. */
    public boolean tryAcquire(M mode) {
        lockState();
        try {
            if (admit(mode, null, false) != Admission.ENTER) {
                return false;
            }
            acquires[indexOf(mode)]--;
            tried++;
        } finally {
            spin.release();
        }
        ThreadHolds.current().push(holds[indexOf(mode)]);
        return true;
    }

    /**
     * Has a piece of work done under the lock, by this thread or by the one that releases the lock, and returns when it is
     * done. The work must be short, and must not block, wait, or use a lock: as a rule it runs under the spinlock.
     *
     * @param work what it throws, this method throws; nobody else is disturbed
     */
    public void perform(M mode, Runnable work) {
        if (!enter(mode, work)) {
            return;
        }
        ThreadHolds.current().push(holds[indexOf(mode)]);
        try {
            work.run();
        } finally {
            release();
        }
    }

    @Override
    public void release() {
        giveUp(ThreadHolds.current().remove(this));
    }

    /** How often the lock was taken, or work done, in a mode; without {@link #tryAcquire}. */
    public long acquires(M mode) {
        lockState();
        try {
            return acquires[indexOf(mode)];
        } finally {
            spin.release();
        }
    }

    /** The counts up to now, all of the same instant. */
    public LockStatistics statistics() {
        lockState();
        try {
            long rest = 0;
            for (int i = 1; i < acquires.length; i++) {
                rest += acquires[i];
            }
            return new LockStatistics(name(), acquires[0], rest, blocks, spinDelays, 0, tried, 0);
        } finally {
            spin.release();
        }
    }

    /** Returns whether the thread holds the lock now; if not, its work is done. */
    private boolean enter(M mode, Runnable work) {
        FlexWaiter<M> waiter = null;
        for (; ; ) {
            lockState();
            try {
                Admission admission = admit(mode, work, waiter != null);
                if (admission != Admission.WAIT) {
                    return admission == Admission.ENTER;
                }
                if (waiter == null) {
                    refuseReentry();
                    waiter = new FlexWaiter<>(mode, work);
                    waiters.addLast(waiter);
                } else {
                    waiter.prepare();
                    waiters.addFirst(waiter);
                }
                blocks++;
            } finally {
                spin.release();
            }
            waiter.park(this);
            if (waiter.served) {
                throwOutcome(waiter.failure);
                return false;
            }
        }
    }

    /** Under the spinlock: asks the type, and runs the work if it says so. */
    private Admission admit(M mode, Runnable work, boolean woken) {
        Admission admission = type.admit(mode, woken);
        if (admission == Admission.WAIT) {
            return admission;
        }
        acquires[indexOf(mode)]++;
        if (admission == Admission.RUN) {
            if (work == null) {
                throw new IllegalStateException("lock " + name() + " can't be held in this mode: mode=" + mode);
            }
            work.run();
        }
        return admission;
    }

    @Override
    void giveUp(Hold hold) {
        M mode = modes[hold.index];
        lockState();
        try {
            type.leave(mode);
        } catch (Throwable e) {
            spin.release();
            throw e;
        }
        while (serveWaiters()) {
            lockState();
        }
    }

    /** With the spinlock held, gives it up: one round of what a release does for others. True if there is more to do. */
    private boolean serveWaiters() {
        FlexWaiter<M> chain = null;
        try {
            if (waiters.isEmpty()) {
                return false;
            }
            waiters.begin();
            try {
                type.released(waiters);
            } finally {
                chain = waiters.takeChain();
            }
            return waiters.mustStop();
        } finally {
            spin.release();
            wake(chain);
        }
    }

    private void wake(FlexWaiter<M> chain) {
        for (FlexWaiter<M> waiter = chain; waiter != null; ) {
            FlexWaiter<M> following = waiter.previous; // before the wake: the thread may queue again
            waiter.wake();
            waiter = following;
        }
    }

    private void lockState() {
        int sleeps = spin.acquireCounting();
        if (sleeps > 0) {
            spinDelays += sleeps;
        }
    }

    @SuppressWarnings("EnumOrdinal") // the arrays are made from the same enum
    private int indexOf(M mode) {
        return mode.ordinal();
    }

    private void refuseReentry() {
        if (ThreadHolds.current().find(this) != null) {
            throw heldAlready();
        }
    }

    private static void throwOutcome(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        if (failure != null) { // a checked exception can only be thrown here by a trick of the work's author
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public String toString() {
        return "lock " + name() + " (" + type.getClass().getSimpleName() + ")";
    }
}
