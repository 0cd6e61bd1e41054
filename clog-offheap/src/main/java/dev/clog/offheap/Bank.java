package dev.clog.offheap;

import dev.clog.lock.LockMode;
import dev.clog.lock.LockTranche;
import dev.clog.lock.LwLock;
import java.util.function.LongSupplier;

/** Some slots of a page cache under one lock. */
final class Bank implements SlotBank {
    private final int number;
    private final LwLock lock;
    private final Slot[] slots;
    private final SlotStamps stamps;
    private final LongSupplier latestPage;

    /**
     * A bank of empty slots, which follow those of the banks before it in the memory and the stamps of the cache.
     *
     * @param latestPage gives the newest page of the log
     */
    Bank(
            int number,
            int slotCount,
            LwLock lock,
            LockTranche ios,
            PageWords memory,
            SlotStamps stamps,
            LongSupplier latestPage) {
        this.number = number;
        this.lock = lock;
        this.stamps = stamps;
        this.latestPage = latestPage;
        slots = new Slot[slotCount];
        for (int i = 0; i < slotCount; i++) {
            int inCache = number * slotCount + i;
            slots[i] = new Slot(this, i, ios.newLock(inCache), memory, stamps, inCache);
        }
    }

    LwLock lock() {
        return lock;
    }

    void acquire(LockMode mode) {
        lock.acquire(mode);
    }

    void release() {
        lock.release();
    }

    boolean isHeld(LockMode mode) {
        return lock.isHeldByCurrentThread(mode);
    }

    Slot slot(int index) {
        return slots[index];
    }

    Slot[] slots() {
        return slots;
    }

    /** The slot that has the page, or is being given it; null if there is none. */
    Slot find(long page) {
        for (Slot slot : slots) {
            if (slot.page() == page) {
                return slot;
            }
        }
        return null;
    }

    /** Number of the slot that a reader finds the page in without a lock; -1 if there is none. */
    int findReadable(long page) {
        int first = number * slots.length;
        for (int slot = first; slot < first + slots.length; slot++) {
            if (stamps.isReadable(slot, page)) {
                return slot;
            }
        }
        return -1;
    }

    /** Waits until the I/O on a slot is over; gives the bank's lock up meanwhile. Look at the slot again after it. */
    void awaitIo(Slot slot) {
        release();
        try {
            slot.io().acquire(LockMode.SHARED);
            slot.io().release();
        } finally {
            acquire(LockMode.EXCLUSIVE);
        }
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int size() {
        return slots.length;
    }

    @Override
    public boolean isEmpty(int slot) {
        return slots[slot].state() == Slot.State.EMPTY;
    }

    @Override
    public boolean isBusy(int slot) {
        return slots[slot].isBusy();
    }

    @Override
    public boolean isLatest(int slot) {
        return slots[slot].page() == latestPage.getAsLong();
    }

    @Override
    public boolean takeUsed(int slot) {
        return stamps.takeUsed(slots[slot].number());
    }
}
