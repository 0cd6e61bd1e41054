package dev.clog.lock;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Situation 43: a waker wakes two readers; the one it wakes first queues at another lock at once. Results: how many were
 * woken; how many wait at the other lock.
 */
@JCStressTest
@Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "Each node is in one list at a time.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The waker followed a node that was in use again.")
@State
public class UnlinkBeforeWakeStress {
    private static final LockTranche TRANCHE = LockTranche.named("stress");

    private final LwLock lock = TRANCHE.newLock(0);
    private final LwLock other = TRANCHE.newLock(1);
    private final LwWaiter first = new LwWaiter(WakePairStress.NOBODY);
    private final LwWaiter last = new LwWaiter(WakePairStress.NOBODY);

    /** Two readers wait; the waker takes the last one first. */
    public UnlinkBeforeWakeStress() {
        first.mode = LwWaitMode.SHARED;
        last.mode = LwWaitMode.SHARED;
        lock.enqueue(first, false, 0);
        lock.enqueue(last, false, 0);
    }

    /** The waker. */
    @Actor
    public void waker() {
        lock.wakeUp();
    }

    /** The woken one. */
    @Actor
    public void woken() {
        while (!last.isIdle()) {
            Thread.onSpinWait();
        }
        other.enqueue(last, false, 0);
    }

    /** Looks at the end. */
    @Arbiter
    public void arbiter(II_Result r) {
        r.r1 = (first.isIdle() ? 1 : 0) + 1;
        r.r2 = other.queueLength();
    }
}
