package dev.clog.lock;

/**
 * A lock for a few instructions that neither block, nor wait, nor throw. Whoever finds it taken spins, then sleeps
 * (see {@code SpinDelay}), so that it works with many more threads than processors, and on virtual threads.
 *
 * <p>Not reentrant, not in {@link HeldLocks}, and {@link #release} does not check who calls it: it is what the other
 * locks are built on. Memory order: what a thread did before {@link #release} is visible after the next
 * {@link #acquire}.
 *
 * <p>How it works: {@link #acquire} sets the word by compare-and-set; a waiter reads it until it is clear before it
 * tries again, so that waiters share the line instead of taking it from the holder (test-and-test-and-set).
 * {@link #release} is one ordered store, paired with the acquiring half of the next compare-and-set.
 *
 * <p>Source: PostgreSQL {@code s_lock.h}, {@code s_lock.c}.
 */
public final class SpinLock extends SpinLockWord {
    /** Spins before a waiter looks again: others do some dozens of operations in that time. */
    private static final int FIRST_INTERVAL = 32;
    /** Reads in one look: who uses the lock without a pause has it at every second read, but not at many in a row. */
    private static final int READS = 4;

    long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    /**
     * A free lock.
     *
     * @param name what an error calls it
     */
    public SpinLock(String name) {
        super(name);
    }

    /**
     * Takes the lock, waiting as long as it takes. Interrupts are kept, not acted on.
     *
     * @throws StuckSpinlockException if a thousand sleeps did not get it; the caller does not hold it
     */
    public void acquire() {
        acquireCounting();
    }

    /** As {@link #acquire}; returns how often the caller slept. */
    int acquireCounting() {
        int sleeps = LOCKED.compareAndSet(this, 0, 1) ? 0 : waitAndAcquire(new SpinDelay(FIRST_INTERVAL));
        Thread thread = Thread.currentThread();
        if (owner != thread) {
            owner = thread;
        }
        return sleeps;
    }

    /** Takes the lock if it is free. */
    public boolean tryAcquire() {
        if ((int) LOCKED.getOpaque(this) != 0 || !LOCKED.compareAndSet(this, 0, 1)) {
            return false;
        }
        owner = Thread.currentThread();
        return true;
    }

    /** Gives the lock up. Only its holder may call this. */
    public void release() {
        assert isLocked() : "spinlock " + name + " is not held";
        LOCKED.setRelease(this, 0);
    }

    /** Whether any thread holds the lock at this moment. */
    public boolean isLocked() {
        return (int) LOCKED.getOpaque(this) != 0;
    }

    /** The waiting half of {@link #acquire}; tests hand in a delay of their own. */
    int waitAndAcquire(SpinDelay delay) {
        do {
            if (!delay.pause()) {
                throw stuck(delay);
            }
        } while (!look());
        return delay.finish();
    }

    /** One look; takes the lock if it is free. */
    private boolean look() {
        for (int reads = 1; ; reads++) {
            if ((int) LOCKED.getOpaque(this) == 0 && LOCKED.compareAndSet(this, 0, 1)) {
                return true;
            }
            if (reads == READS || !ThreadHolds.spinning) {
                return false;
            }
            Thread.onSpinWait();
        }
    }

    private StuckSpinlockException stuck(SpinDelay delay) {
        String place = StackWalker.getInstance()
                .walk(frames -> frames.map(StackWalker.StackFrame::toStackTraceElement)
                        .filter(frame -> !frame.getClassName().equals(SpinLock.class.getName()))
                        .findFirst()
                        .map(StackTraceElement::toString)
                        .orElse("an unknown place"));
        Thread last = owner;
        String who = last == null ? "nobody" : "thread " + last.getName() + (last.isAlive() ? "" : " (ended)");
        return new StuckSpinlockException(name, who, place, delay.sleeps());
    }

    @Override
    public String toString() {
        return "spinlock " + name + (isLocked() ? " (held)" : " (free)");
    }
}
