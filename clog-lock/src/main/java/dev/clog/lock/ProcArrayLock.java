package dev.clog.lock;

/**
 * The lock of the set of running transactions. Who takes a snapshot holds it shared; who ends a transaction does not need
 * to hold it: the ending is done on the spot if the lock is free, and by the last one to release it if not. So an ending
 * never waits for a turn of its own behind other endings.
 *
 * <p>May be used from any thread. Source: the FlexLocks of R. Haas (pgsql-hackers, 2011).
 */
public final class ProcArrayLock {
    private final FlexLock<ProcArrayMode> lock;

    /**
     * A free lock.
     *
     * @param name as statistics and errors call it
     */
    public ProcArrayLock(String name) {
        lock = new FlexLock<>(name, new ProcArrayLockType(), ProcArrayMode.class);
    }

    /** Takes the lock, waiting as long as it takes; see {@link FlexLock#acquire}. */
    public void acquire(LockMode mode) {
        lock.acquire(modeOf(mode));
    }

    /** Takes the lock if that is possible now. */
    public boolean tryAcquire(LockMode mode) {
        return lock.tryAcquire(modeOf(mode));
    }

    /** Gives up the calling thread's hold; does the endings that were left here, if nobody else holds the lock. */
    public void release() {
        lock.release();
    }

    /**
     * Ends a transaction: runs {@code ending} while nobody holds the lock, in this thread or another, and returns when it
     * is done.
     *
     * @param ending takes the transaction out of the set: a few stores. It must not block, wait, or use a lock; what it
     *     throws is thrown here, and other endings are not disturbed
     * @throws IllegalStateException if the thread itself holds the lock
     */
    public void endTransaction(Runnable ending) {
        lock.perform(ProcArrayMode.END_TRANSACTION, ending);
    }

    /** The lock's name. */
    public String name() {
        return lock.name();
    }

    /** The counts up to now; endings count as exclusive. */
    public LockStatistics statistics() {
        return lock.statistics();
    }

    private static ProcArrayMode modeOf(LockMode mode) {
        return mode == LockMode.SHARED ? ProcArrayMode.SHARED : ProcArrayMode.EXCLUSIVE;
    }

    @Override
    public String toString() {
        return lock.toString();
    }
}
