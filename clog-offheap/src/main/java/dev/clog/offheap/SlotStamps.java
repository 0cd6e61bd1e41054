package dev.clog.offheap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Which page each slot of a cache has, as readers without a lock see it, and whether it was used. In arrays for all slots,
 * so that a read of any page touches little memory beside the page's own.
 *
 * <pre>
 *   stamps    | stamp of slot 0 | its page | stamp of slot 1 | its page | ...
 * </pre>
 *
 * Reading without a lock:
 *
 * <pre>
 *   reader                                   who gives the slot to another page
 *   R1 read the stamp                        G1 readable page = none
 *   R2 is the readable page the one wanted?  G2 stamp + 1
 *   R3 read the word                         G3 change the words
 *   R4 is the stamp the same?                G4 readable page = the new page
 * </pre>
 *
 * A reader whose R3 sees a word of G3 sees G2 in R4, since a fence stands between G2 and G3 and one between R3 and R4; a
 * reader whose R1 came after G2 finds in R2 either none or, after G4, the page that the words belong to.
 *
 * <p>One thread at a time gives a slot; any number read.
 */
final class SlotStamps {
    /** The number of no page. */
    static final long NO_PAGE = -1;

    private static final VarHandle STAMP = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle USED = MethodHandles.arrayElementVarHandle(boolean[].class);

    private final long[] stamps;
    private final boolean[] used;

    /** For slots that have no page. */
    SlotStamps(int slots) {
        stamps = new long[2 * slots];
        used = new boolean[slots];
        for (int slot = 0; slot < slots; slot++) {
            stamps[2 * slot + 1] = NO_PAGE;
        }
    }

    /**
     * The array, for the static forms of R1 to R4: a reader keeps it in a variable, for the compiler loads a field again
     * after every ordered read.
     */
    long[] array() {
        return stamps;
    }

    /** R1. */
    static long stamp(long[] stamps, int slot) {
        return (long) STAMP.getVolatile(stamps, 2 * slot);
    }

    /** R2. */
    static boolean isReadable(long[] stamps, int slot, long page) {
        return (long) STAMP.getVolatile(stamps, 2 * slot + 1) == page;
    }

    /** R4: what was read in between belongs to the page of R2. */
    static boolean isStill(long[] stamps, int slot, long stampBefore) {
        VarHandle.acquireFence();
        return (long) STAMP.getVolatile(stamps, 2 * slot) == stampBefore;
    }

    /** R1. */
    long stamp(int slot) {
        return stamp(stamps, slot);
    }

    /** R2. */
    boolean isReadable(int slot, long page) {
        return isReadable(stamps, slot, page);
    }

    /** R4. */
    boolean isStill(int slot, long stampBefore) {
        return isStill(stamps, slot, stampBefore);
    }

    /** G1 and G2: from here on the words may be another page's. */
    void withdraw(int slot) {
        STAMP.setVolatile(stamps, 2 * slot + 1, NO_PAGE);
        STAMP.setVolatile(stamps, 2 * slot, stamps[2 * slot] + 1);
        VarHandle.fullFence();
    }

    /** G4: the words are those of the page. */
    void publish(int slot, long page) {
        STAMP.setVolatile(stamps, 2 * slot + 1, page);
    }

    /** Notes that the slot's page was used; writes only if that was not noted already. */
    void touch(int slot) {
        if (!(boolean) USED.getOpaque(used, slot)) {
            USED.setOpaque(used, slot, true);
        }
    }

    /** True if the slot's page was used since this was last asked. */
    boolean takeUsed(int slot) {
        boolean was = (boolean) USED.getOpaque(used, slot);
        if (was) {
            USED.setOpaque(used, slot, false);
        }
        return was;
    }
}
