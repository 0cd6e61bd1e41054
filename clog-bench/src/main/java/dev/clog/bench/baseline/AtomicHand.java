package dev.clog.bench.baseline;

import dev.clog.offheap.SlotBank;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** "removebufmgrfreelist": no list and no lock; the hand is an atomic counter, and finds empty slots as it goes. */
public final class AtomicHand extends ClockSweep {
    private final AtomicIntegerArray hands;

    /** A search for so many banks of so many slots each. */
    public AtomicHand(int banks, int slots) {
        super(banks, slots);
        hands = new AtomicIntegerArray(banks);
    }

    @Override
    public int choose(SlotBank bank) {
        return sweep(bank);
    }

    @Override
    int tick(SlotBank bank) {
        return Math.floorMod(hands.getAndIncrement(bank.number()), bank.size());
    }
}
