package dev.clog.groupcommit.status;

import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link ListElectionStress} weakened: the leader reads the list and empties it, in two steps. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "Served once.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Nobody serves it.")
@Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Both serve it.")
@State
public class WeakListElectionStress {
    private static final Object FIRST = "first";
    private static final Object SECOND = "second";

    private final AtomicReference<Object> head = new AtomicReference<>(FIRST);

    /** The committer. */
    @Actor
    public void committer(II_Result r) {
        Object present;
        do {
            present = head.get();
        } while (!head.compareAndSet(present, SECOND));
        r.r1 = present == null ? 1 : 0;
    }

    /** The leader. */
    @Actor
    public void leader(II_Result r) {
        Object taken = head.get();
        head.set(null);
        r.r2 = taken == SECOND ? 1 : 0;
    }
}
