package dev.clog.lock;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.LongConsumer;

/**
 * How a thread passes the time while a spinlock is taken: it spins, then sleeps ever longer. One object for one wait.
 *
 * <p>Each call of {@link #pause} follows a look at the lock that found it taken. The second look comes soon, the next ones
 * at intervals {@link #GROWTH} times as long each: a look takes the line away from the holder, who could do a dozen
 * operations in that time. After as many spins as the {@link SpinBudget} says comes a sleep: 1 ms at first, longer by a
 * random factor of 1 to 2 each time, from the start again above 1 s (so that many waiters don't march in step, and a holder
 * that lost its processor gets it back). After {@link #MOST_SLEEPS} sleeps the lock counts as stuck.
 *
 * <p>A sleep parks the thread: a virtual one leaves its carrier. An interrupt does not shorten it and is not lost.
 *
 * <p>Source: PostgreSQL {@code s_lock.c}; there a look comes after every spin.
 */
final class SpinDelay {
    static final int MOST_SLEEPS = 1000;
    static final long FIRST_SLEEP_NS = 1_000_000;
    static final long LONGEST_SLEEP_NS = 1_000_000_000;

    private static final int GROWTH = 32;

    private final SpinBudget budget;
    private final LongConsumer sleeper;
    private final DoubleSupplier random;
    private int spins;
    private int interval;
    private int sleeps;
    private long sleepNs = FIRST_SLEEP_NS;

    /**
     * A wait that begins.
     *
     * @param interval spins to the next look
     */
    SpinDelay(int interval) {
        this(
                interval,
                SpinBudget.SHARED,
                SpinDelay::sleep,
                () -> ThreadLocalRandom.current().nextDouble());
    }

    /**
     * For tests.
     *
     * @param interval spins to the next look
     * @param budget what this wait may spin and learns from it
     * @param sleeper sleeps for the nanoseconds it is given
     * @param random from 0 to 1
     */
    SpinDelay(int interval, SpinBudget budget, LongConsumer sleeper, DoubleSupplier random) {
        this.interval = interval;
        this.budget = budget;
        this.sleeper = sleeper;
        this.random = random;
    }

    /** Spins for one interval, and sleeps if that was enough; false once the lock is to be taken for stuck. */
    boolean pause() {
        int most = budget.spins();
        int now = ThreadHolds.spinning ? Math.max(1, Math.min(interval, most - spins)) : 1;
        for (int i = 0; i < now; i++) {
            Thread.onSpinWait();
        }
        spins += now;
        interval = Math.min(interval * GROWTH, SpinBudget.MOST);
        if (spins < most) {
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
