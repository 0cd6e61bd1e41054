package dev.clog.bench.commit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What a stalled thread does: nothing, off the processor, as one that is preempted or reads a page. */
final class Stall {
    /** How long a lock is kept; the timer of the system adds some tens of µs. */
    static final long HOLD_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private Stall() {}

    static void sleep(long timeNs) {
        long endNs = System.nanoTime() + timeNs;
        for (long leftNs = timeNs; leftNs > 0; leftNs = endNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }
}
