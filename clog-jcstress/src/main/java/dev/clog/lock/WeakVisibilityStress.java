package dev.clog.lock;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link VisibilityStress} weakened: the writer gives the lock up before its last store. */
@JCStressTest
@Outcome(
        id = {"0, 0", "1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "Before or after the writer.")
@Outcome(
        id = {"0, 1", "1, 0"},
        expect = Expect.FORBIDDEN,
        desc = "Inside with the writer, or stale.")
@State
public class WeakVisibilityStress {
    private static final LockTranche TRANCHE = LockTranche.named("stress");

    private final LwLock lock = TRANCHE.newLock(0);
    private int first;
    private int second;

    /** The writer. */
    @Actor
    public void writer() {
        lock.acquire(LockMode.EXCLUSIVE);
        first = 1;
        lock.release();
        Thread.onSpinWait();
        second = 1;
    }

    /** The reader. */
    @Actor
    public void reader(II_Result r) {
        lock.acquire(LockMode.SHARED);
        r.r2 = second;
        Thread.onSpinWait();
        r.r1 = first;
        lock.release();
    }
}
