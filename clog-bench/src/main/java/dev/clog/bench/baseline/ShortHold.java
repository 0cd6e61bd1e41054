package dev.clog.bench.baseline;

import dev.clog.lock.LockMode;
import dev.clog.lock.LockTranche;
import dev.clog.lock.LwLock;
import dev.clog.offheap.SlotBank;

/**
 * "buffreelistlock-reduction": the lock is held to take from the list and to move the hand, not while a slot is looked at.
 * With {@code skipEmptyList}, together with "freelist-ok".
 */
public final class ShortHold extends ClockSweep {
    private final LwLock lock = LockTranche.named("BufFreelistLock").newLock(0);
    private final boolean skipEmptyList;

    /** A search for so many banks of so many slots each. */
    public ShortHold(int banks, int slots, boolean skipEmptyList) {
        super(banks, slots);
        this.skipEmptyList = skipEmptyList;
    }

    @Override
    public int choose(SlotBank bank) {
        if (!skipEmptyList || anyFree(bank)) {
            int slot = locked(() -> takeFree(bank));
            if (slot >= 0) {
                return slot;
            }
        }
        return sweep(bank);
    }

    @Override
    int tick(SlotBank bank) {
        return locked(() -> super.tick(bank));
    }

    private int locked(java.util.function.IntSupplier step) {
        lock.acquire(LockMode.EXCLUSIVE);
        try {
            return step.getAsInt();
        } finally {
            lock.release();
        }
    }
}
