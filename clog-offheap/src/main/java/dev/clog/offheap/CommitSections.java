package dev.clog.offheap;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets a checkpoint wait for the commits that were under way when it began, without making commits wait for it.
 *
 * <p>Two phases, one of them current. Who enters is counted in the current one; a checkpoint makes the other phase current
 * and waits until nobody is left in the one before. Counts are spread over stripes a cache line each.
 *
 * <ol>
 *   <li>E1 read the phase, E2 count in it, E3 read the phase again; if it has changed undo E2 and begin again.
 *   <li>W1 change the phase, W2 read the counts of the phase before until all are zero.
 * </ol>
 *
 * E2-E3 and W1-W2 are each a store before a load of another place, all volatile: either E3 sees W1 and the entrant counts
 * in the new phase, or W2 sees E2 and waits. The next change of phase comes after W2, so a phase is empty when it becomes
 * current again, except for entrants between E2 and E3, who leave.
 *
 * <p>Source: the idea is that of sleepable read-copy-update; the need is PostgreSQL's {@code DELAY_CHKPT_START}.
 */
final class CommitSections {
    private static final int STRIPES = 32;
    private static final int SPACING = 32;
    private static final long PARK_NS = 20_000;

    private final AtomicIntegerArray counts = new AtomicIntegerArray((2 * STRIPES + 1) * SPACING);
    private volatile int phase;

    /** Enters; the ticket says where the entry was counted. Never waits for a checkpoint. */
    int enter() {
        int stripe = (int) ((Thread.currentThread().getId() * 0x9E37_79B9L) >>> 16) & STRIPES - 1;
        while (true) {
            int entered = phase;
            int ticket = stripe << 1 | entered;
            counts.getAndIncrement(place(ticket));
            if (phase == entered) {
                return ticket;
            }
            counts.getAndDecrement(place(ticket));
        }
    }

    /** Leaves what {@link #enter} gave the ticket for. */
    void exit(int ticket) {
        int left = counts.decrementAndGet(place(ticket));
        assert left >= 0 : "left more often than entered";
    }

    /** Waits for all that entered before. One thread at a time; an interrupt stays in the thread's flag. */
    void awaitEarlier() {
        int before = phase;
        phase = 1 - before;
        boolean interrupted = false;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            while (counts.get(place(stripe << 1 | before)) != 0) {
                LockSupport.parkNanos(this, PARK_NS);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static int place(int ticket) {
        return (ticket + 1) * SPACING;
    }
}
