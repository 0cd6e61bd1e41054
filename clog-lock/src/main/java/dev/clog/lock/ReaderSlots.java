package dev.clog.lock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Where readers of a read-biased {@link LwLock} show themselves: each in a line of its own, so that readers share none.
 *
 * <pre>
 *   slot i, 128 bytes:  | held by a reader: 1 or 0 | taken | tried | padding |
 * </pre>
 *
 * Protocol, with bit R of {@link LwState}:
 * <ol>
 *   <li>A reader takes its slot by compare-and-set, then looks at R. Still set: it is in. Else it clears the slot and goes
 *       the normal way.
 *   <li>A writer takes the state word exclusive and clears R in one step, then looks at all slots. 1 and 2 are each a
 *       write, a full fence, and a read of what the other wrote: either the reader sees R clear, or the writer sees the
 *       slot taken and waits for it.
 *   <li>A reader leaves with one release store, paired with the acquire load of the writer's look. It does not look for a
 *       writer, which would cost the fence that the mode is there to save; a writer polls instead.
 *   <li>Only a shared holder of the state word sets R again, so that no writer is inside; and only a good while after the
 *       last writer, {@link #COST_FACTOR} times as long as that one had to wait: writers lose a tenth of their time at most.
 * </ol>
 *
 * Source: D. Dice and A. Kogan, "BRAVO: Biased Locking for Reader-Writer Locks", USENIX ATC 2019. There one table serves
 * all locks; here each has its own, so that a writer looks through its own lock's readers only.
 */
final class ReaderSlots {
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int STRIDE = 16;
    private static final int FIRST = STRIDE; // keeps the first slot off the array's length
    private static final int TAKEN = 1;
    private static final int TRIED = 2;
    private static final int LEAST_SLOTS = 64;
    private static final long COST_FACTOR = 9;
    private static final long LEAST_PAUSE_NS = 10_000;

    private final int count;
    private final long[] words;
    private final Hold[] holds;
    private long biasAgainAtNs;

    /** So many that threads that were stopped in the midst of reading, with their slots, leave enough for those that run. */
    ReaderSlots(TrackedLock lock) {
        int wanted = Math.max(LEAST_SLOTS, Runtime.getRuntime().availableProcessors() * 4);
        count = Integer.highestOneBit(wanted * 2 - 1);
        words = new long[FIRST + count * STRIDE + STRIDE];
        holds = new Hold[count];
        Arrays.setAll(holds, slot -> new Hold(lock, LockMode.SHARED.name(), slot));
    }

    /**
     * Takes the thread's slot and returns its number, or -1 if another thread has it; the next one is the thread's then.
     *
     * @param part what the reader would add to the state word: says how to count it
     */
    int tryTake(ThreadHolds holds, long part) {
        int slot = holds.probe & (count - 1);
        int index = FIRST + slot * STRIDE;
        if (!WORD.compareAndSet(words, index, 0L, 1L)) {
            holds.probe++;
            return -1;
        }
        words[index + TAKEN] += LwState.taken(part);
        words[index + TRIED] += LwState.tried(part);
        return slot;
    }

    Hold hold(int slot) {
        return holds[slot];
    }

    void leave(int slot) {
        WORD.setRelease(words, FIRST + slot * STRIDE, 0L);
    }

    boolean anyTaken() {
        for (int slot = 0; slot < count; slot++) {
            if ((long) WORD.getAcquire(words, FIRST + slot * STRIDE) != 0) {
                return true;
            }
        }
        return false;
    }

    /** A writer, while it holds the lock: how long it took to be rid of the readers. */
    void revoked(long startNs) {
        long now = System.nanoTime();
        biasAgainAtNs = now + Math.max(LEAST_PAUSE_NS, (now - startNs) * COST_FACTOR);
    }

    /** Whether a shared holder may set the bias again. */
    boolean mayBias() {
        return System.nanoTime() - biasAgainAtNs >= 0;
    }

    long taken() {
        return sum(TAKEN);
    }

    long tried() {
        return sum(TRIED);
    }

    private long sum(int field) {
        long sum = 0;
        for (int slot = 0; slot < count; slot++) {
            sum += (long) WORD.getOpaque(words, FIRST + slot * STRIDE + field);
        }
        return sum;
    }
}
