package dev.clog.lock;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link UnlinkBeforeWakeStress} weakened: the waker reads the link after the wake. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The second was woken too.")
@Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "The waker followed a node that was in use again.")
@State
public class WeakUnlinkBeforeWakeStress {
    private final LwWaiter first = new LwWaiter(WakePairStress.NOBODY);
    private final LwWaiter second = new LwWaiter(WakePairStress.NOBODY);

    /** A chain of two that were taken off a list. */
    public WeakUnlinkBeforeWakeStress() {
        first.setStatus(LwWaiter.LEAVING);
        second.setStatus(LwWaiter.LEAVING);
        first.next = second;
    }

    /** The waker. */
    @Actor
    public void waker() {
        for (LwWaiter waiter = first; waiter != null; waiter = waiter.next) {
            waiter.wake();
        }
    }

    /** The woken one queues elsewhere, alone. */
    @Actor
    public void woken() {
        while (!first.isIdle()) {
            Thread.onSpinWait();
        }
        first.next = null;
    }

    /** Looks at the end. */
    @Arbiter
    public void arbiter(I_Result r) {
        r.r1 = second.isIdle() ? 1 : 0;
    }
}
