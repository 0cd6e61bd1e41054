package dev.clog.bench.baseline;

import dev.clog.offheap.SlotBank;
import dev.clog.offheap.VictimSearch;
import java.util.BitSet;

/**
 * The victim search of PostgreSQL's buffer manager in 2012, for each bank of a page cache: a list of free slots, and a hand
 * that goes round and takes the first slot whose use count is zero, lowering those it passes. The subclasses are the patches
 * of the posts; they differ in what is done under one lock that all banks share, {@code BufFreelistLock}.
 *
 * <p>The caller holds the bank's lock, so that the lists and counts of a bank need no other protection: the shared lock is
 * here because it was there, and is what the comparison is about.
 *
 * <p>Source: PostgreSQL 9.1 {@code freelist.c}.
 */
abstract class ClockSweep implements VictimSearch {
    private static final int MOST_USES = 5;

    private final BitSet[] free;
    private final int[][] uses;
    private final int[] hands;

    ClockSweep(int banks, int slots) {
        free = new BitSet[banks];
        uses = new int[banks][slots];
        hands = new int[banks];
        for (int bank = 0; bank < banks; bank++) {
            free[bank] = new BitSet(slots);
            free[bank].set(0, slots);
        }
    }

    @Override
    public void emptied(SlotBank bank, int slot) {
        free[bank.number()].set(slot);
    }

    /** True if the bank has a free slot. */
    final boolean anyFree(SlotBank bank) {
        return !free[bank.number()].isEmpty();
    }

    /** Takes a slot off the list; -1 if none is free. */
    final int takeFree(SlotBank bank) {
        BitSet list = free[bank.number()];
        int slot = list.nextSetBit(0);
        if (slot >= 0) {
            list.clear(slot);
        }
        return slot;
    }

    /** Moves the hand on, and returns the slot it was at. */
    int tick(SlotBank bank) {
        int slot = hands[bank.number()];
        hands[bank.number()] = (slot + 1) % bank.size();
        return slot;
    }

    /** Looks at a slot as the hand passes: true if it is the victim. */
    final boolean isVictim(SlotBank bank, int slot) {
        int[] counts = uses[bank.number()];
        if (bank.takeUsed(slot)) {
            counts[slot] = Math.min(MOST_USES, counts[slot] + 1);
        }
        if (bank.isLatest(slot) || bank.isBusy(slot)) {
            return false;
        }
        if (counts[slot] > 0) {
            counts[slot]--;
            return false;
        }
        return true;
    }

    /** Goes round until there is a victim; a busy slot if all are, after enough rounds to lower every count. */
    final int sweep(SlotBank bank) {
        for (int i = 0; i < bank.size() * (MOST_USES + 2); i++) {
            int slot = tick(bank);
            if (isVictim(bank, slot)) {
                return slot;
            }
        }
        int slot = tick(bank);
        return bank.isLatest(slot) ? tick(bank) : slot;
    }
}
