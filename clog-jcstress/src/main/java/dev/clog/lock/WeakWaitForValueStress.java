package dev.clog.lock;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link WaitForValueStress} weakened: the waiter checks the value, and does not check it again once it has queued. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1", "1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "The waiter goes on.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "It sleeps, though the value has changed.")
@State
public class WeakWaitForValueStress {
    private static final LockTranche TRANCHE = LockTranche.named("stress");

    private final LwLock lock = TRANCHE.newLock(0);
    private final AtomicLong value = new AtomicLong();
    private final LwWaiter waiter = new LwWaiter(WakePairStress.NOBODY);

    /** Held from the start, and to the end. */
    public WeakWaitForValueStress() {
        lock.enterExclusive(lock.exclusiveBars, 0);
        waiter.mode = LwWaitMode.UNTIL_FREE;
    }

    /** The waiter. */
    @Actor
    public void waiter(II_Result r) {
        r.r1 = (int) value.get();
        lock.enqueue(waiter, false, LwState.WAKE_PENDING);
    }

    /** The holder. */
    @Actor
    public void holder() {
        lock.publish(value, 1);
    }

    /** Looks at the end. */
    @Arbiter
    public void arbiter(II_Result r) {
        r.r2 = waiter.isIdle() ? 1 : 0;
    }
}
