package dev.clog.lock;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** LCK-5: of two that acquire or wait, one at least acquires; a wait always ends. Results: who acquired. */
@JCStressTest
@Outcome(
        id = {"0, 1", "1, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "One led, the other waited for it.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "One after the other.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Nobody led: the flush both wanted is not done.")
@State
public class AcquireOrWaitStress {
    private static final LockTranche TRANCHE = LockTranche.named("stress");

    private final LwLock lock = TRANCHE.newLock(0);

    /** One. */
    @Actor
    public void one(II_Result r) {
        r.r1 = acquireOrWait();
    }

    /** The other. */
    @Actor
    public void other(II_Result r) {
        r.r2 = acquireOrWait();
    }

    private int acquireOrWait() {
        if (!lock.acquireOrWait(LockMode.EXCLUSIVE)) {
            return 0;
        }
        lock.release();
        return 1;
    }
}
