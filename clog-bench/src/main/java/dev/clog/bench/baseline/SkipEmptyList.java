package dev.clog.bench.baseline;

import dev.clog.lock.LockMode;
import dev.clog.lock.LockTranche;
import dev.clog.lock.LwLock;
import dev.clog.offheap.SlotBank;

/** "freelist-ok": the list is not looked at under the lock when it is known to be empty; the sweep is under it. */
public final class SkipEmptyList extends ClockSweep {
    private final LwLock lock = LockTranche.named("BufFreelistLock").newLock(0);

    /** A search for so many banks of so many slots each. */
    public SkipEmptyList(int banks, int slots) {
        super(banks, slots);
    }

    @Override
    public int choose(SlotBank bank) {
        boolean listed = anyFree(bank);
        lock.acquire(LockMode.EXCLUSIVE);
        try {
            int slot = listed ? takeFree(bank) : -1;
            return slot >= 0 ? slot : sweep(bank);
        } finally {
            lock.release();
        }
    }
}
