package dev.clog.offheap;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link DirtyMarkStress} weakened: the mark is read before the bits are changed. */
@JCStressTest
@Outcome(
        id = {"1, 0", "1, 1", "0, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "Copied, or still to be written.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Neither: the set is lost.")
@State
public class WeakDirtyMarkStress {
    private final Page page = Regions.page();

    /** Something else was set before. */
    public WeakDirtyMarkStress() {
        page.markDirty();
    }

    /** The setter. */
    @Actor
    public void setter() {
        page.markDirty();
        page.compareAndSet(0, 0, 1);
    }

    /** The checkpoint. */
    @Actor
    public void checkpoint(II_Result r) {
        page.clearDirty();
        r.r1 = (int) page.getVolatile(0);
    }

    /** Afterwards. */
    @Arbiter
    public void after(II_Result r) {
        r.r2 = page.isDirty() ? 1 : 0;
    }
}
