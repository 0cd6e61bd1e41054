package dev.clog.offheap;

/**
 * Chooses the slot that the next page goes into. One object serves all banks of a cache and is called by many threads, each
 * of which holds the lock of the bank it asks for exclusive.
 *
 * <p>If the slot that it names is busy the cache waits for that and asks again; if it is dirty the cache writes it and asks
 * again.
 */
public interface VictimSearch {

    /** Makes the search of a cache. */
    @FunctionalInterface
    interface Factory {
        /** A search for so many banks of so many slots each. */
        VictimSearch create(int banks, int slots);
    }

    /** The slot of the bank that goes next; one that {@link SlotBank#isLatest} only where there is no other. */
    int choose(SlotBank bank);

    /** Says that a slot has become empty: its page could not be read, or was truncated. */
    default void emptied(SlotBank bank, int slot) {}

    /**
     * The slots that would be chosen next, for whoever keeps them clean; none where the search can't tell. The next choice
     * is the same as without the question.
     */
    default int[] upcoming(SlotBank bank, int count) {
        return new int[0];
    }
}
