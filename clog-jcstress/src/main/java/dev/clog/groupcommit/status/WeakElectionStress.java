package dev.clog.groupcommit.status;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link ElectionStress} weakened: no fence after the publication, which a ring does by a release store, nor the flag. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1", "1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "One saw the other.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Both missed: the committer waits for ever.")
@State
public class WeakElectionStress {
    private static final VarHandle PUBLISHED;
    private static final VarHandle RAISED;

    static {
        try {
            PUBLISHED = MethodHandles.lookup().findVarHandle(WeakElectionStress.class, "published", boolean.class);
            RAISED = MethodHandles.lookup().findVarHandle(WeakElectionStress.class, "raised", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    boolean published;
    boolean raised = true;

    /** The committer. */
    @Actor
    public void committer(II_Result r) {
        PUBLISHED.setRelease(this, true);
        r.r1 = (boolean) RAISED.getAcquire(this) ? 0 : 1;
    }

    /** The leader. */
    @Actor
    public void leader(II_Result r) {
        RAISED.setRelease(this, false);
        r.r2 = (boolean) PUBLISHED.getAcquire(this) ? 1 : 0;
    }
}
