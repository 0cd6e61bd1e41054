package dev.clog.offheap;

import dev.clog.api.TransactionStatus;
import java.nio.LongBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Steps S2, S3 and C1, C2 of {@link Page}: a set is in the copy that a checkpoint writes, or leaves the page dirty. */
@JCStressTest
@Outcome(
        id = {"1, 0", "1, 1", "0, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "Copied, or still to be written.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Neither: the set is lost.")
@State
public class DirtyMarkStress {
    private static final ThreadLocal<LongBuffer> COPY =
            ThreadLocal.withInitial(() -> LongBuffer.allocate(PageLayout.WORDS_PER_PAGE));

    private final Page page = Regions.page();
    private final PageWindow window = new PageWindow(page);

    /** Something else was set before. */
    public DirtyMarkStress() {
        page.markDirty();
    }

    /** The setter. */
    @Actor
    public void setter() {
        TreeWriter.set(window, 0, new long[0], TransactionStatus.COMMITTED, 0);
    }

    /** The checkpoint. */
    @Actor
    public void checkpoint(II_Result r) {
        page.clearDirty();
        LongBuffer copy = COPY.get();
        page.copyTo(copy);
        r.r1 = (int) copy.get(0) & 3;
    }

    /** Afterwards. */
    @Arbiter
    public void after(II_Result r) {
        r.r2 = page.isDirty() ? 1 : 0;
    }
}
