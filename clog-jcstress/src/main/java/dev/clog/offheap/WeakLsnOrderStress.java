package dev.clog.offheap;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link LsnOrderStress} weakened: the position is stored after the bits. */
@JCStressTest
@Outcome(
        id = {"0, 0", "0, 7", "1, 7"},
        expect = Expect.ACCEPTABLE,
        desc = "No bits, or their position too.")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "Bits without their position.")
@State
public class WeakLsnOrderStress {
    private final Page page = Regions.page();

    /** The setter. */
    @Actor
    public void setter() {
        page.compareAndSet(0, 0, 1);
        page.raiseLsn(0, 7);
    }

    /** The checkpoint. */
    @Actor
    public void checkpoint(II_Result r) {
        r.r1 = (int) page.getVolatile(0) & 3;
        r.r2 = (int) page.lsn(0);
    }
}
