package dev.clog.lock;

/**
 * What a lock counted since it was made.
 *
 * @param name the lock's name
 * @param sharedAcquires acquisitions in shared mode that would have waited
 * @param exclusiveAcquires the same in exclusive mode (of a {@link FlexLock}: in any mode but the first)
 * @param blocks times a thread slept
 * @param spinDelays sleeps for the wait list's spin bit, or a {@link FlexLock}'s spinlock
 * @param dequeuedSelf times a thread had queued and got the lock, or gave up, without a wake
 * @param trySuccesses successes of {@code tryAcquire}, in either mode
 * @param orWaitSuccesses successes of {@code acquireOrWait}
 */
public record LockStatistics(
        String name,
        long sharedAcquires,
        long exclusiveAcquires,
        long blocks,
        long spinDelays,
        long dequeuedSelf,
        long trySuccesses,
        long orWaitSuccesses) {

    /**
     * One line, as PostgreSQL prints it with {@code LWLOCK_STATS}, and two columns more: what those leave out, so that
     * two locks can be compared by the sum.
     */
    public String line() {
        return "lwlock " + name + ": shacq " + sharedAcquires + " exacq " + exclusiveAcquires + " blk " + blocks
                + " spindelay " + spinDelays + " dequeue self " + dequeuedSelf + " condacq " + trySuccesses
                + " orwait " + orWaitSuccesses;
    }
}
