package dev.clog.offheap;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link SlotStampStress} weakened: the reader looks at the page number before, and at nothing after. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The word of page 1.")
@Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Told to look again.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The word of another page.")
@State
public class WeakSlotStampStress {
    private final int number = Regions.next() / PageLayout.WORDS_PER_PAGE;
    private final SlotStamps stamps = Regions.stamps();
    private final Slot slot = new Slot(null, 0, null, Regions.words(), stamps, number);

    /** Page 1 is here, whose word is 1. */
    public WeakSlotStampStress() {
        change(1, 1);
    }

    private void change(long page, long word) {
        slot.give(page);
        slot.compareAndSet(0, slot.getVolatile(0), word);
        slot.valid();
    }

    /** Gives the slot to page 2, and to page 1 again. */
    @Actor
    public void evictor() {
        change(2, 2);
        change(1, 1);
    }

    /** The reader of page 1. */
    @Actor
    public void reader(I_Result r) {
        boolean before = stamps.isReadable(number, 1);
        long word = slot.getVolatile(0);
        r.r1 = before ? (int) word : -1;
    }
}
