package dev.clog.lock;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * LCK-9: a biased reader takes its slot, then looks for a writer; a writer takes the word, then looks at the slots.
 * Results: the reader is in by its slot; the writer saw no reader.
 */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1", "0, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "One saw the other.")
@Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Reader and writer are inside together.")
@State
public class BiasPairStress {
    private static final LockTranche TRANCHE = LockTranche.named("stress").withReadBias(true);

    private final LwLock lock = TRANCHE.newLock(0);

    /** The reader. */
    @Actor
    public void reader(II_Result r) {
        Hold hold = lock.shareBiased(ThreadHolds.current(), LwState.SHARED_ONE);
        r.r1 = hold != null && hold != lock.sharedHold ? 1 : 0;
    }

    /** The writer. */
    @Actor
    public void writer(II_Result r) {
        r.r2 = lock.enterExclusive(lock.exclusiveBars, 0) == LwWord.IN && !lock.slots.anyTaken() ? 1 : 0;
    }
}
