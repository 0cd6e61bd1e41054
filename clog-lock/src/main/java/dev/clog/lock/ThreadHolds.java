package dev.clog.lock;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a thread holds, and its one wait node. Reached by every acquire and release, so it must cost next to nothing
 * beside the two atomic instructions of an uncontended lock. An atomic instruction waits for every load before it, so
 * what counts is the length of the chain of loads:
 * <ol>
 *   <li>A lock remembers whose holds it saw last ({@code LwWord.recent}); a check that they are the caller's replaces the search.
 *       Else a small table by thread id is looked at, which is shorter than a {@link ThreadLocal}. An entry of either is
 *       used only if its thread is the caller, so that a stale one or a lost race costs time, never truth.
 *   <li>The holds are a stack. Locks are mostly given up in reverse order, so that a release looks at the top only.
 *   <li>A popped reference stays in the array, and a push that finds the same one there stores nothing: storing a
 *       reference costs a collector barrier, in G1 a full fence where both objects are old. So a thread may keep up to
 *       200 unused locks from being collected until it ends.
 * </ol>
 *
 * Measured on one thread, acquire and release, shared / exclusive: with a {@code ThreadLocal} 9.3 / 9.7 ns, with the table
 * 7.3 / 6.9, with all steps 6.6 / 5.7; a {@code StampedLock}, which tracks nothing, 5.7 / 4.8.
 *
 * <p>Touched by its own thread alone, except {@link #thread} and {@link #waiter}.
 */
final class ThreadHolds {
    private static final AtomicInteger PROBES = new AtomicInteger();

    /** Nobody's: what a lock remembers at first. */
    static final ThreadHolds NOBODY = new ThreadHolds(null);

    private static final ThreadLocal<ThreadHolds> PER_THREAD =
            ThreadLocal.withInitial(() -> new ThreadHolds(Thread.currentThread()));
    private static final int CACHE_SIZE = 256;
    private static final ThreadHolds[] CACHE = new ThreadHolds[CACHE_SIZE];
    private static final int FIRST_CAPACITY = 8;

    /** On one processor nobody gets further while another spins. Tests that try all schedules do without. */
    static boolean spinning = Runtime.getRuntime().availableProcessors() > 1;

    final Thread thread;
    /** A thread waits for one lock at a time, so that one node, used again and again, is enough. */
    final LwWaiter waiter;
    /** Spreads threads over the reader slots of biased locks. */
    final int probe = PROBES.getAndIncrement();
    /** Counts what is only done now and then. */
    int ticks;

    private int random = probe * 0x9E3779B9 | 1;
    private int count;
    /** Size of the array: a field of its own saves a load. There always is room for one more: it grows after a push. */
    private int capacity = FIRST_CAPACITY;

    private Hold[] holds = new Hold[FIRST_CAPACITY];

    private ThreadHolds(Thread thread) {
        this.thread = thread;
        this.waiter = new LwWaiter(thread);
    }

    /** Those of the calling thread. */
    static ThreadHolds current() {
        Thread thread = Thread.currentThread();
        ThreadHolds cached = CACHE[slotOf(thread)];
        return cached != null && cached.thread == thread ? cached : find(thread);
    }

    private static ThreadHolds find(Thread thread) {
        ThreadHolds found = PER_THREAD.get();
        int slot = slotOf(thread);
        ThreadHolds cached = CACHE[slot];
        // Virtual threads come in numbers that would turn the table over all the time.
        if (cached == null || !cached.thread.isAlive()) {
            CACHE[slot] = found;
        }
        return found;
    }

    @SuppressWarnings("deprecation") // threadId() came with Java 19
    private static int slotOf(Thread thread) {
        return (int) thread.getId() & (CACHE_SIZE - 1);
    }

    /** Spins for a random time of 2^(log2 - 1) to 2^log2 pauses, so that threads do not march in step. */
    void backOff(int log2) {
        if (!spinning) {
            return;
        }
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        int half = 1 << (log2 - 1);
        for (int left = half + (random & (half - 1)); left > 0; left--) {
            Thread.onSpinWait();
        }
    }

    int count() {
        return count;
    }

    Hold at(int index) {
        return holds[index];
    }

    /**
     * Adds a hold of a lock that the thread has just entered.
     *
     * @throws IllegalStateException if that is one too many; the lock is given up again
     */
    void push(Hold hold) {
        int top = count;
        if (holds[top] != hold) {
            holds[top] = hold;
        }
        count = top + 1;
        if (top + 1 == capacity) {
            grow(hold);
        }
    }

    private void grow(Hold latest) {
        if (count > HeldLocks.MAX_HELD) {
            count--;
            latest.lock.giveUp(latest);
            throw latest.lock.tooMany(this);
        }
        capacity = Math.min(HeldLocks.MAX_HELD + 1, capacity * 2);
        holds = Arrays.copyOf(holds, capacity);
    }

    /** Removes the latest hold if it is this one. */
    boolean popIfTop(Hold hold) {
        int top = count - 1;
        if (top < 0 || holds[top] != hold) {
            return false;
        }
        count = top;
        return true;
    }

    /**
     * Removes the latest hold of a lock, wherever it is.
     *
     * @throws IllegalMonitorStateException if the lock is not held
     */
    Hold remove(TrackedLock lock) {
        int index = indexOf(lock);
        if (index < 0) {
            throw lock.notHeld();
        }
        Hold hold = holds[index];
        int above = count - index - 1;
        if (above > 0) {
            System.arraycopy(holds, index + 1, holds, index, above);
        }
        count--;
        return hold;
    }

    /** The latest hold of a lock, or null. */
    Hold find(TrackedLock lock) {
        int index = indexOf(lock);
        return index < 0 ? null : holds[index];
    }

    private int indexOf(TrackedLock lock) {
        for (int i = count - 1; i >= 0; i--) {
            if (holds[i].lock == lock) {
                return i;
            }
        }
        return -1;
    }
}
