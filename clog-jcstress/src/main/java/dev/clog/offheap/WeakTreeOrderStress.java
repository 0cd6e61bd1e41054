package dev.clog.offheap;

import dev.clog.api.TransactionStatus;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link TreeOrderStress} weakened: the child is committed before the parent, without phases. */
@JCStressTest
@Outcome(
        id = {"0, 0", "0, 1", "1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "The child is at most as far as its parent.")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "The child is committed and the parent is not.")
@State
public class WeakTreeOrderStress {
    private static final long PARENT = 5;
    private static final long CHILD = 40;
    private static final long[] NONE = {};

    private final PageWindow window = new PageWindow(Regions.page());

    /** The setter. */
    @Actor
    public void setter() {
        TreeWriter.set(window, CHILD, NONE, TransactionStatus.COMMITTED, 0);
        TreeWriter.set(window, PARENT, NONE, TransactionStatus.COMMITTED, 0);
    }

    /** The reader. */
    @Actor
    public void reader(II_Result r) {
        r.r1 = StatusBits.codeOf(window.word(CHILD >> 5), CHILD);
        r.r2 = StatusBits.codeOf(window.word(PARENT >> 5), PARENT);
    }
}
