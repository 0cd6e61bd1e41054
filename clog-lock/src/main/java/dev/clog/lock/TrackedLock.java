package dev.clog.lock;

/**
 * A lock that knows its name and that {@link HeldLocks} lists while a thread holds it.
 *
 * <p>The kinds are {@link LwLock} and {@link FlexLock}; a new kind of lock is a {@link FlexLockType}.
 */
public abstract class TrackedLock {
    private final String name;

    TrackedLock(String name) {
        this.name = name;
    }

    /** The lock's name, as in its statistics line and in every error about it: its tranche and its number there. */
    public final String name() {
        return name;
    }

    /**
     * Gives up the calling thread's latest hold of this lock. Others that wait for it may be woken.
     *
     * @throws IllegalMonitorStateException if the thread does not hold it; the message names the lock
     */
    public abstract void release();

    final IllegalMonitorStateException notHeld() {
        return new IllegalMonitorStateException("lock " + name + " is not held by thread "
                + Thread.currentThread().getName());
    }

    /** Ends a hold that is in no thread's list. */
    abstract void giveUp(Hold hold);

    final IllegalStateException tooMany(int held) {
        return new IllegalStateException("lock " + name + " refused: thread "
                + Thread.currentThread().getName() + " holds too many locks: held=" + held);
    }

    final IllegalStateException heldAlready() {
        return new IllegalStateException("lock " + name + " is already held by thread "
                + Thread.currentThread().getName() + " and is not reentrant");
    }
}
