package dev.clog.lock;

import java.util.Arrays;

/**
 * The locks that one thread holds, latest last. Touched by that thread alone.
 *
 * <p>The first hold lies in a field of its own, the others in an array. A thread mostly holds one lock, and between the
 * two atomic instructions of an uncontended acquire and release a load of the array would wait for a load of the count
 * that waits for the store just before: a tenth of the whole.
 *
 * <p>A popped reference stays where it was, and a push that finds the same one there stores nothing: storing a reference
 * costs a collector barrier, in G1 a full fence where both objects are old. So a thread may keep up to {@link
 * HeldLocks#MAX_HELD} unused locks from being collected until it ends.
 */
abstract class HoldStack {
    private static final int FIRST_CAPACITY = 8;

    private int count;
    private Hold first;
    /** From index 1 on; what is at 0 is {@link #first}. */
    private Hold[] others = new Hold[FIRST_CAPACITY];

    final int count() {
        return count;
    }

    /** A hold, 0 for the oldest. */
    final Hold at(int index) {
        return index == 0 ? first : others[index];
    }

    /**
     * Adds a hold of a lock that the thread has just entered.
     *
     * @throws IllegalStateException if that is one too many; the lock is given up again
     */
    final void push(Hold hold) {
        if (count == 0) {
            if (first != hold) {
                first = hold;
            }
            count = 1;
        } else {
            pushAbove(hold);
        }
    }

    private void pushAbove(Hold hold) {
        int top = count;
        if (top == others.length) {
            grow(hold);
        }
        if (others[top] != hold) {
            others[top] = hold;
        }
        count = top + 1;
    }

    private void grow(Hold latest) {
        if (count == HeldLocks.MAX_HELD) {
            latest.lock.giveUp(latest);
            throw latest.lock.tooMany(count);
        }
        try {
            others = Arrays.copyOf(others, Math.min(HeldLocks.MAX_HELD, others.length * 2));
        } catch (OutOfMemoryError e) {
            latest.lock.giveUp(latest);
            throw e;
        }
    }

    /** Removes the latest hold if it is this one. */
    final boolean popIfTop(Hold hold) {
        int held = count;
        if (held == 1) {
            if (first != hold) {
                return false;
            }
            count = 0;
            return true;
        }
        if (held == 0 || others[held - 1] != hold) {
            return false;
        }
        count = held - 1;
        return true;
    }

    /**
     * Removes the latest hold of a lock, wherever it is.
     *
     * @throws IllegalMonitorStateException if the lock is not held
     */
    final Hold remove(TrackedLock lock) {
        int index = indexOf(lock);
        if (index < 0) {
            throw lock.notHeld();
        }
        Hold hold = at(index);
        if (index == 0 && count > 1) {
            first = others[1];
            index = 1;
        }
        int above = count - index - 1;
        if (above > 0) {
            System.arraycopy(others, index + 1, others, index, above);
        }
        count--;
        return hold;
    }

    /** The latest hold of a lock, or null. */
    final Hold find(TrackedLock lock) {
        int index = indexOf(lock);
        return index < 0 ? null : at(index);
    }

    private int indexOf(TrackedLock lock) {
        for (int i = count - 1; i >= 0; i--) {
            if (at(i).lock == lock) {
                return i;
            }
        }
        return -1;
    }
}
