package dev.clog.lock;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link AcquireOrWaitStress} weakened: whoever finds the other in the queue takes the lock for held. */
@JCStressTest
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "Somebody led.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Nobody led: the flush both wanted is not done.")
@State
public class WeakAcquireOrWaitStress {
    private static final LockTranche TRANCHE = LockTranche.named("stress");

    private final LwLock lock = TRANCHE.newLock(0);
    private final LwWaiter first = new LwWaiter(WakePairStress.NOBODY);
    private final LwWaiter second = new LwWaiter(WakePairStress.NOBODY);

    /** One. */
    @Actor
    public void one(II_Result r) {
        r.r1 = acquireOrWait(first);
    }

    /** The other. */
    @Actor
    public void other(II_Result r) {
        r.r2 = acquireOrWait(second);
    }

    private int acquireOrWait(LwWaiter waiter) {
        waiter.mode = LwWaitMode.UNTIL_FREE;
        lock.enqueue(waiter, false, 0);
        return lock.queueLength() == 1 ? 1 : 0;
    }
}
