package dev.clog.lock;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a thread holds, and its one wait node. Reached by every acquire and release, so it must cost next to nothing
 * beside the two atomic instructions of an uncontended lock. An atomic instruction waits for every load before it, so
 * what counts is the length of the chain of loads:
 * <ol>
 *   <li>A lock remembers whose holds it saw last ({@code LwWord.recent}); a check that they are the caller's replaces the search.
 *       Else a small table by thread id is looked at, which is shorter than a {@link ThreadLocal}. An entry of either is
 *       used only if its thread is the caller, so that a stale one or a lost race costs time, never truth.
 *   <li>The holds are a stack ({@link HoldStack}). Locks are mostly given up in reverse order, so that a release looks at
 *       the top only.
 * </ol>
 *
 * The look-up comes after the atomic instruction of the entry, for the same reason.
 *
 * <p>Touched by its own thread alone, except {@link #thread} and {@link #waiter}.
 */
final class ThreadHolds extends HoldStack {
    private static final AtomicInteger PROBES = new AtomicInteger();

    /** Nobody's: what a lock remembers at first. */
    static final ThreadHolds NOBODY = new ThreadHolds(null);

    private static final ThreadLocal<ThreadHolds> PER_THREAD =
            ThreadLocal.withInitial(() -> new ThreadHolds(Thread.currentThread()));
    private static final int CACHE_SIZE = 256;
    /** Weak, for a thread that has ended may still refer to its task, and with it to all that the task used. */
    private static final Entry[] CACHE = new Entry[CACHE_SIZE];

    /** On one processor nobody gets further while another spins. Tests that try all schedules do without. */
    static boolean spinning = Runtime.getRuntime().availableProcessors() > 1;

    /** The first wait of a thread that spins, and the longest, as powers of two of pauses (some 25 ns). */
    static final int FIRST_WAIT_LOG2 = 5;

    static final int LONGEST_WAIT_LOG2 = 10;

    final Thread thread;
    /** A thread waits for one lock at a time, so that one node, used again and again, is enough. */
    final LwWaiter waiter;
    /** Spreads threads over the reader slots of biased locks. */
    int probe = PROBES.getAndIncrement();
    /** Counts what is only done now and then. */
    int ticks;

    private int random = probe * 0x9E3779B9 | 1;

    private ThreadHolds(Thread thread) {
        this.thread = thread;
        this.waiter = new LwWaiter(thread);
    }

    /** Those of the calling thread. */
    static ThreadHolds current() {
        Thread thread = Thread.currentThread();
        ThreadHolds cached = cached(slotOf(thread));
        return cached != null && cached.thread == thread ? cached : find(thread);
    }

    private static ThreadHolds cached(int slot) {
        Entry entry = CACHE[slot];
        return entry == null ? null : entry.get();
    }

    private static ThreadHolds find(Thread thread) {
        ThreadHolds found = PER_THREAD.get();
        int slot = slotOf(thread);
        ThreadHolds cached = cached(slot);
        // Virtual threads come in numbers that would turn the table over all the time.
        if (cached == null || !cached.thread.isAlive()) {
            CACHE[slot] = new Entry(found);
        }
        return found;
    }

    @SuppressWarnings("deprecation") // threadId() came with Java 19
    private static int slotOf(Thread thread) {
        return (int) thread.getId() & (CACHE_SIZE - 1);
    }

    /** A place of the table. */
    private static final class Entry extends WeakReference<ThreadHolds> {
        Entry(ThreadHolds holds) {
            super(holds);
        }
    }

    /**
     * Spins for a random time of 2^(log2 - 1) to 2^log2 pauses, so that threads do not march in step. Returns how many it
     * were.
     */
    int backOff(int log2) {
        if (!spinning) {
            return 0;
        }
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        int half = 1 << (log2 - 1);
        int pauses = half + (random & (half - 1));
        for (int left = pauses; left > 0; left--) {
            Thread.onSpinWait();
        }
        return pauses;
    }
}
