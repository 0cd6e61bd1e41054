package dev.clog.lock;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;

/**
 * How a thread passes the time while a spinlock is taken: it spins, then sleeps ever longer. One object for one wait.
 *
 * <p>Each call of {@link #pause} is one look at the lock that found it taken. After as many of them as the
 * {@link SpinBudget} says comes a sleep: 1 ms at first, longer by a random factor of 1 to 2 each time, from the start
 * again above 1 s (so that many waiters don't march in step, and a holder that lost its processor gets it back). After
 * {@link #MOST_SLEEPS} sleeps the lock counts as stuck.
 *
 * <p>A sleep parks the thread: a virtual one leaves its carrier. An interrupt does not shorten it and is not lost.
 *
 * <p>Source: PostgreSQL {@code s_lock.c}.
 */
final class SpinDelay {
    static final int MOST_SLEEPS = 1000;
    static final long FIRST_SLEEP_NS = 1_000_000;
    static final long LONGEST_SLEEP_NS = 1_000_000_000;

    private final SpinBudget budget;
    private final LongConsumer sleeper;
    private final DoubleSupplier random;
    private int spins;
    private int sleeps;
    private long sleepNs = FIRST_SLEEP_NS;

    SpinDelay() {
        this(
                SpinBudget.SHARED,
                SpinDelay::sleep,
                () -> ThreadLocalRandom.current().nextDouble());
    }

    /**
     * For tests.
     *
     * @param sleeper sleeps for the nanoseconds it is given
     * @param random from 0 to 1
     */
    SpinDelay(SpinBudget budget, LongConsumer sleeper, DoubleSupplier random) {
        this.budget = budget;
        this.sleeper = sleeper;
        this.random = random;
    }

    /** Spins once, or sleeps; false once the lock is to be taken for stuck. */
    boolean pause() {
        Thread.onSpinWait();
        spins++;
        if (spins < budget.spins()) {
            return true;
        }
        spins = 0;
        if (sleeps == MOST_SLEEPS) {
            return false;
        }
        sleeps++;
        sleeper.accept(sleepNs);
        sleepNs += (long) (sleepNs * random.getAsDouble());
        if (sleepNs > LONGEST_SLEEP_NS) {
            sleepNs = FIRST_SLEEP_NS;
        }
        return true;
    }

    /** The lock was had: teaches the budget. Returns how often this wait slept. */
    int finish() {
        if (sleeps == 0) {
            budget.hadWithoutSleep();
        } else {
            budget.hadAfterSleep();
        }
        return sleeps;
    }

    int sleeps() {
        return sleeps;
    }

    /** Sleeps the whole time, whatever wakes or interrupts the thread. */
    private static void sleep(long timeNs) {
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + timeNs;
        for (long left = timeNs; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
