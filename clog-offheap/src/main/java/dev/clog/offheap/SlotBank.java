package dev.clog.offheap;

/**
 * What a {@link VictimSearch} sees of a bank of slots, while it holds the bank's lock exclusive. Slots are numbered from 0
 * to below {@link #size}.
 */
public interface SlotBank {

    /** Number of the bank in its cache, from 0. */
    int number();

    /** Number of slots. */
    int size();

    /** True if no page is in the slot. */
    boolean isEmpty(int slot);

    /** True while the slot's page is being read or written. */
    boolean isBusy(int slot);

    /** True if the slot has the newest page of the log, which stays. */
    boolean isLatest(int slot);

    /** True if the page was used since this was last asked for the slot; it counts as not used from here on. */
    boolean takeUsed(int slot);
}
