package dev.clog.lock;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link BiasPairStress} weakened: the reader does not look for a writer again once it has its slot. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1", "0, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "One saw the other.")
@Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Reader and writer are inside together.")
@State
public class WeakBiasPairStress {
    private static final LockTranche TRANCHE = LockTranche.named("stress").withReadBias(true);

    private final LwLock lock = TRANCHE.newLock(0);

    /** The reader. */
    @Actor
    public void reader(II_Result r) {
        if ((lock.state() & LwState.READ_BIASED) != 0) {
            r.r1 = lock.slots.tryTake(ThreadHolds.current(), LwState.SHARED_ONE) >= 0 ? 1 : 0;
        }
    }

    /** The writer. */
    @Actor
    public void writer(II_Result r) {
        r.r2 = lock.enterExclusive(lock.exclusiveBars, 0) == LwWord.IN && !lock.slots.anyTaken() ? 1 : 0;
    }
}
