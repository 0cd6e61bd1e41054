package dev.clog.bench.baseline;

import dev.clog.lock.LockMode;
import dev.clog.lock.LockTranche;
import dev.clog.lock.LwLock;
import dev.clog.offheap.SlotBank;

/** PostgreSQL 9.1 and master of 2012: free list and sweep under one lock, held throughout. */
public final class ListAndSweepUnderLock extends ClockSweep {
    private final LwLock lock = LockTranche.named("BufFreelistLock").newLock(0);

    /** A search for so many banks of so many slots each. */
    public ListAndSweepUnderLock(int banks, int slots) {
        super(banks, slots);
    }

    @Override
    public int choose(SlotBank bank) {
        lock.acquire(LockMode.EXCLUSIVE);
        try {
            int slot = takeFree(bank);
            return slot >= 0 ? slot : sweep(bank);
        } finally {
            lock.release();
        }
    }
}
