package dev.clog.lock;

import java.util.concurrent.locks.LockSupport;

/**
 * How long one thread waits for one {@link LwLock}: for ever or until a deadline, through interrupts or not, and whether
 * it has become a starving waiter. Used by its thread alone.
 */
final class LwPatience {
    /** How often a thread that waits long looks around. */
    static final long LOOK_AROUND_NS = 1_000_000_000;

    private final boolean timed;
    private final boolean interruptible;
    private final long deadlineNs;
    private final long startNs = System.nanoTime();
    private boolean interrupted;
    private boolean starving;
    private long servedBefore;
    private long stuckSinceNs;
    private ThreadHolds suspect;
    private long suspectSinceNs;

    private LwPatience(boolean timed, long timeoutNs, boolean interruptible) {
        this.timed = timed;
        this.interruptible = interruptible;
        this.deadlineNs = startNs + timeoutNs;
    }

    static LwPatience endless() {
        return new LwPatience(false, 0, false);
    }

    static LwPatience untilInterrupt() {
        return new LwPatience(false, 0, true);
    }

    static LwPatience untilTimeout(long timeoutNs) {
        return new LwPatience(true, timeoutNs, true);
    }

    /** Parks until a wake, an interrupt that counts, the deadline, or the time to look around. */
    void park(Object blocker) {
        long wait = starving ? LOOK_AROUND_NS : LwLock.STARVATION_NS;
        if (timed) {
            wait = Math.min(wait, deadlineNs - System.nanoTime());
        }
        if (wait > 0) {
            LockSupport.parkNanos(blocker, wait);
        }
        noteInterrupt();
    }

    boolean isOver() {
        return (interruptible && interrupted) || (timed && deadlineNs - System.nanoTime() <= 0);
    }

    /** Starts the clock of {@link #beginsToStarve}. */
    void watch(long served) {
        servedBefore = served;
        stuckSinceNs = System.nanoTime();
    }

    /**
     * True once, when newcomers must let the thread pass: for {@link LwLock#STARVATION_NS} nobody has come in from the
     * queue. (A thread that waits long because a thousand are before it does not starve; keeping newcomers out would make
     * every acquisition as slow as a context switch.)
     *
     * @param served how many threads have come in from the queue
     */
    boolean beginsToStarve(long served) {
        if (starving) {
            return false;
        }
        if (served != servedBefore) {
            watch(served);
            return false;
        }
        starving = System.nanoTime() - stuckSinceNs >= LwLock.STARVATION_NS;
        return starving;
    }

    boolean isStarving() {
        return starving;
    }

    /**
     * Whether the exclusive holder has ended: the same dead holder was seen for a while. (In a moment it may be the last
     * but one: a new holder shows itself just after it has entered.)
     */
    boolean isAbandonedBy(ThreadHolds holder) {
        if (holder.thread == null || holder.thread.isAlive()) {
            suspect = null;
            return false;
        }
        long now = System.nanoTime();
        if (suspect != holder) {
            suspect = holder;
            suspectSinceNs = now;
        }
        return now - suspectSinceNs >= LOOK_AROUND_NS;
    }

    /** Takes note of an interrupt, which clears the thread's flag so that it can park again. */
    void noteInterrupt() {
        if (Thread.interrupted()) {
            interrupted = true;
        }
    }

    /** Interrupts seen while waiting are thrown if they ended the wait, and kept in the thread's flag otherwise. */
    void settleInterrupt() throws InterruptedException {
        if (interrupted && interruptible) {
            throw new InterruptedException();
        }
        keepInterrupt();
    }

    void keepInterrupt() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
