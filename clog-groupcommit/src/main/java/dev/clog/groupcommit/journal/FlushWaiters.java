package dev.clog.groupcommit.journal;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Those who wait for a {@link GroupFlush}: newcomers on a stack that anybody pushes to, and those that leaders have taken
 * from it and not answered, oldest first, which belong to the leader.
 */
class FlushWaiters {
    private final AtomicReference<FlushWaiter> newcomers = new AtomicReference<>();
    private FlushWaiter first;
    private FlushWaiter last;

    /** Enters; by any thread. */
    void push(FlushWaiter waiter) {
        FlushWaiter top;
        do {
            top = newcomers.get();
            waiter.next = top;
        } while (!newcomers.compareAndSet(top, waiter));
    }

    /** One that nobody has taken, or null; by any thread. */
    FlushWaiter newcomer() {
        return newcomers.get();
    }

    /** Moves newcomers behind those taken before; by the leader, or by whom the log's end has left the lists to. */
    void take() {
        FlushWaiter newest = newcomers.getAndSet(null);
        FlushWaiter oldest = null;
        for (FlushWaiter waiter = newest; waiter != null; ) {
            FlushWaiter below = waiter.next;
            waiter.next = oldest;
            oldest = waiter;
            waiter = below;
        }
        if (oldest == null) {
            return;
        }
        if (first == null) {
            first = oldest;
        } else {
            last.next = oldest;
        }
        last = newest;
    }

    /** The one that has waited longest of those taken, or null; by the leader. */
    FlushWaiter oldest() {
        return first;
    }

    /**
     * Removes those taken that wait for no more than {@code lsn}, or not any more; by the leader.
     *
     * @return they, as a list by {@code next}, oldest first; null if there are none
     */
    FlushWaiter removeUpTo(long lsn) {
        FlushWaiter covered = null;
        FlushWaiter lastCovered = null;
        FlushWaiter kept = null;
        FlushWaiter lastKept = null;
        for (FlushWaiter waiter = first; waiter != null; ) {
            FlushWaiter after = waiter.next;
            waiter.next = null;
            if (waiter.lsn <= lsn || waiter.gone) {
                covered = covered == null ? waiter : covered;
                lastCovered = append(lastCovered, waiter);
            } else {
                kept = kept == null ? waiter : kept;
                lastKept = append(lastKept, waiter);
            }
            waiter = after;
        }
        first = kept;
        last = lastKept;
        return covered;
    }

    private static FlushWaiter append(FlushWaiter last, FlushWaiter waiter) {
        if (last != null) {
            last.next = waiter;
        }
        return waiter;
    }
}
