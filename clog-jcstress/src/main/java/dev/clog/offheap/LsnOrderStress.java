package dev.clog.offheap;

import dev.clog.api.TransactionStatus;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Steps S1, S2 and C2, C3 of {@link Page}, STA-5: whoever has the bits finds their log position. */
@JCStressTest
@Outcome(
        id = {"0, 0", "0, 7", "1, 7"},
        expect = Expect.ACCEPTABLE,
        desc = "No bits, or their position too.")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "Bits without their position.")
@State
public class LsnOrderStress {
    private final Page page = Regions.page();
    private final PageWindow window = new PageWindow(page);

    /** The setter. */
    @Actor
    public void setter() {
        TreeWriter.set(window, 0, new long[0], TransactionStatus.COMMITTED, 7);
    }

    /** The checkpoint. */
    @Actor
    public void checkpoint(II_Result r) {
        r.r1 = (int) page.getVolatile(0) & 3;
        r.r2 = (int) page.lsn(0);
    }
}
