package dev.clog.lock;

/**
 * The state word of an {@link LwLock}: all that decides who may enter, in one atomic long.
 *
 * <pre>
 *    63         51 50          38 37           26 25   24   23   22   21   20  19             0
 *   +-------------+--------------+---------------+----+----+----+----+----+----+----------------+
 *   |shared, taken|shared, tried |exclusive, left| R  | S  | P  | W  | L  | X  | shared holders |
 *   +-------------+--------------+---------------+----+----+----+----+----+----+----------------+
 *   X  held exclusive
 *   L  the wait list is locked: a spin bit
 *   W  the wait list is not empty
 *   P  a wake is under way: the inverse of PostgreSQL's release-ok. While it is set a release wakes nobody; the woken
 *      thread clears it when it acquires or queues again
 *   S  a waiter starves: newcomers queue, only threads that were woken may enter
 *   R  biased to readers: they enter without touching this word (see ReaderSlots)
 * </pre>
 *
 * A free lock that nobody waits for and that is not biased has its lower 26 bits zero. The fields above count for the
 * statistics, inside the atomic change that a reader makes when it enters and a writer when it leaves, so that they cost
 * nothing. Whoever finds the top bit of one set when it enters moves all three to ordinary counters before it goes on;
 * between that bit and a carry into the next field there is room for 4,096 threads that enter at the same moment.
 */
final class LwState {
    static final long SHARED_ONE = 1;
    static final long SHARED_HOLDERS = (1L << 20) - 1;
    /** So many shared holders that the next one must wait. */
    static final long SHARED_FULL = 1L << 19;

    static final long EXCLUSIVE = 1L << 20;
    static final long LIST_LOCKED = 1L << 21;
    static final long HAS_WAITERS = 1L << 22;
    static final long WAKE_PENDING = 1L << 23;
    static final long STARVING = 1L << 24;
    static final long READ_BIASED = 1L << 25;

    static final long HELD = SHARED_HOLDERS | EXCLUSIVE;

    static final long EXCLUSIVE_COUNT_ONE = 1L << 26;
    static final long TRIED_ONE = 1L << 38;
    static final long TAKEN_ONE = 1L << 51;
    static final long COUNTS = -1L << 26;
    /** The top bits of the three counts: time to move them. */
    static final long COUNTS_HIGH = 1L << 37 | 1L << 50 | 1L << 63;

    private LwState() {}

    static boolean isFree(long state) {
        return (state & HELD) == 0;
    }

    static boolean isHeldExclusive(long state) {
        return (state & EXCLUSIVE) != 0;
    }

    /** Whether a thread that leaves this state behind must wake waiters: some wait, no wake is under way, it is free. */
    static boolean needsWake(long state) {
        return (state & (HELD | HAS_WAITERS | WAKE_PENDING)) == HAS_WAITERS;
    }

    /**
     * Whether a waiter may be able to enter: what a thread must look at that gives up. It may have kept readers waiting
     * behind it who can enter beside the readers inside.
     */
    static boolean mayLetIn(long state) {
        return (state & (EXCLUSIVE | HAS_WAITERS | WAKE_PENDING)) == HAS_WAITERS;
    }

    static long exclusiveCount(long state) {
        return state >>> 26 & 0xFFF;
    }

    static long tried(long state) {
        return state >>> 38 & 0x1FFF;
    }

    static long taken(long state) {
        return state >>> 51;
    }

    /** How often the lock was passed through between two states; anything if the counts were moved in between. */
    static long passes(long earlier, long later) {
        return (exclusiveCount(later) - exclusiveCount(earlier) & 0x7FF) + (taken(later) - taken(earlier) & 0xFFF);
    }

    /** For diagnosis. */
    static String describe(long state) {
        StringBuilder text = new StringBuilder();
        if (isHeldExclusive(state)) {
            text.append("exclusive");
        } else if ((state & SHARED_HOLDERS) != 0) {
            text.append("shared ").append(state & SHARED_HOLDERS);
        } else {
            text.append("free");
        }
        append(text, state, HAS_WAITERS, "waiters");
        append(text, state, WAKE_PENDING, "wake under way");
        append(text, state, STARVING, "starving");
        append(text, state, READ_BIASED, "read-biased");
        append(text, state, LIST_LOCKED, "list locked");
        return text.toString();
    }

    private static void append(StringBuilder text, long state, long bit, String name) {
        if ((state & bit) != 0) {
            text.append(", ").append(name);
        }
    }
}
