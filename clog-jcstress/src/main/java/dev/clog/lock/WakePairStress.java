package dev.clog.lock;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Situation 43: a waiter queues, then looks whether the lock is free; a releaser frees it, then looks whether someone
 * waits. Results: the waiter got the lock; the waiter was woken.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The waiter saw the lock free.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The releaser saw the waiter.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both: the waiter absorbs the wake.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Both missed: the waiter sleeps beside a free lock.")
@State
public class WakePairStress {
    static final Thread NOBODY = new Thread();
    private static final LockTranche TRANCHE = LockTranche.named("stress");

    private final LwLock lock = TRANCHE.newLock(0);
    private final LwWaiter waiter = new LwWaiter(NOBODY);

    /** Held from the start. */
    public WakePairStress() {
        lock.enterExclusive(lock.exclusiveBars, 0);
        waiter.mode = LwWaitMode.EXCLUSIVE;
    }

    /** The waiter. */
    @Actor
    public void waiter(II_Result r) {
        lock.enqueue(waiter, false, 0);
        r.r1 = lock.enterExclusive(lock.exclusiveBars, 0) == LwWord.IN ? 1 : 0;
    }

    /** The releaser. */
    @Actor
    public void releaser() {
        lock.leaveExclusive();
    }

    /** Looks at the end. */
    @Arbiter
    public void arbiter(II_Result r) {
        r.r2 = waiter.isIdle() ? 1 : 0;
    }
}
