package dev.clog.bench.baseline;

import dev.clog.offheap.VictimSearch;

/** The searches of 2012, by the names of their patches. */
enum Variant {
    LIST_AND_SWEEP(ListAndSweepUnderLock::new),
    BUFFREELISTLOCK_REDUCTION((banks, slots) -> new ShortHold(banks, slots, false)),
    FREELIST_OK(SkipEmptyList::new),
    BUFFREELISTLOCK_REDUCTION_AND_FREELIST_OK((banks, slots) -> new ShortHold(banks, slots, true)),
    REMOVEBUFMGRFREELIST(AtomicHand::new);

    @SuppressWarnings("ImmutableEnumChecker") // no factory here has a state
    private final VictimSearch.Factory factory;

    Variant(VictimSearch.Factory factory) {
        this.factory = factory;
    }

    VictimSearch.Factory factory() {
        return factory;
    }

    /** True if an empty slot is taken from a list, before any other. */
    boolean hasList() {
        return this != REMOVEBUFMGRFREELIST;
    }
}
