package dev.clog.lock;

import static dev.clog.lock.LwState.COUNTS;
import static dev.clog.lock.LwState.COUNTS_HIGH;
import static dev.clog.lock.LwState.EXCLUSIVE;
import static dev.clog.lock.LwState.EXCLUSIVE_COUNT_ONE;
import static dev.clog.lock.LwState.HAS_WAITERS;
import static dev.clog.lock.LwState.HELD;
import static dev.clog.lock.LwState.READ_BIASED;
import static dev.clog.lock.LwState.SHARED_FULL;
import static dev.clog.lock.LwState.SHARED_ONE;
import static dev.clog.lock.LwState.STARVING;
import static dev.clog.lock.LwState.TAKEN_ONE;
import static dev.clog.lock.LwState.TRIED_ONE;
import static dev.clog.lock.LwState.WAKE_PENDING;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The state word of an {@link LwLock} and who may enter. What every acquire and release touches lies here, on one or two
 * lines of its own.
 */
abstract class LwWord extends LwPadding {
    private static final VarHandle STATE;
    private static final VarHandle SPILLED_TAKEN;
    private static final VarHandle SPILLED_TRIED;
    private static final VarHandle SPILLED_EXCLUSIVE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(LwWord.class, "state", long.class);
            SPILLED_TAKEN = lookup.findVarHandle(LwWord.class, "spilledTaken", long.class);
            SPILLED_EXCLUSIVE = lookup.findVarHandle(LwWord.class, "spilledExclusive", long.class);
            SPILLED_TRIED = lookup.findVarHandle(LwWord.class, "spilledTried", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Outcomes of one attempt to enter: done, kept out by a holder or a rule, or the word changed meanwhile. */
    static final int IN = 0;

    static final int BARRED = 1;
    static final int RACED = 2;

    /** See {@link LwState}. */
    @SuppressWarnings("UnusedVariable") // used through STATE
    private long state;
    /** Exclusive holds that were tried for or waited for by {@code acquireOrWait}; written while it is held so. */
    long exclusiveTried;

    long exclusiveOrWaited;
    /**
     * While the lock is held exclusive, its holder (from just after it entered); else someone who held it lately, to save
     * that thread a search. Written by holders only.
     */
    ThreadHolds recent = ThreadHolds.NOBODY;

    /** The holder took the bias off and has not yet seen all its readers leave; written while it is held exclusive. */
    boolean biasTaken;

    final Hold sharedHold = new Hold(this, LockMode.SHARED.name(), 0);
    final Hold exclusiveHold = new Hold(this, LockMode.EXCLUSIVE.name(), 0);

    /** What a shared holder adds to the state when it enters. */
    final long sharedTake;

    final long sharedTry;
    /** What an exclusive holder takes off the state when it leaves, adding one to the count there. */
    final long exclusiveLeave;
    /** Bits that keep a newcomer out, in each mode; a thread that was woken heeds only the holders. */
    final long sharedBars;

    final long exclusiveBars;

    long spilledTaken;
    long spilledTried;
    long spilledExclusive;

    LwWord(String name, LockTranche tranche) {
        super(name);
        boolean counting = tranche.statistics();
        sharedTake = counting ? SHARED_ONE + TAKEN_ONE : SHARED_ONE;
        sharedTry = counting ? SHARED_ONE + TRIED_ONE : SHARED_ONE;
        exclusiveLeave = counting ? EXCLUSIVE - EXCLUSIVE_COUNT_ONE : EXCLUSIVE;
        long queue = tranche.fair() ? STARVING | HAS_WAITERS | WAKE_PENDING : STARVING;
        sharedBars = EXCLUSIVE | SHARED_FULL | queue;
        exclusiveBars = HELD | queue;
        STATE.setRelease(this, tranche.readBiased() ? READ_BIASED : 0);
    }

    /** The calling thread's holds. */
    final ThreadHolds holdsOfCaller() {
        ThreadHolds last = recent;
        return last.thread == Thread.currentThread() ? last : ThreadHolds.current();
    }

    final long state() {
        return (long) STATE.getVolatile(this);
    }

    final boolean compareAndSetState(long expected, long next) {
        return STATE.compareAndSet(this, expected, next);
    }

    /** Takes off the holder's part; returns the state left behind. */
    final long subtractFromState(long part) {
        return (long) STATE.getAndAdd(this, -part) - part;
    }

    /** Sets some bits and clears others, in one step; returns the state left behind. */
    final long changeState(long set, long clear) {
        for (; ; ) {
            long seen = state();
            long next = (seen | set) & ~clear;
            if (seen == next || compareAndSetState(seen, next)) {
                return next;
            }
        }
    }

    /**
     * Tries once to enter shared. Clears the bits of {@code clear} if it enters.
     *
     * @param bars bits that keep the thread out
     * @param part what to add to the state
     * @return {@link #IN}, {@link #BARRED} or {@link #RACED}
     */
    final int enterShared(long bars, long clear, long part) {
        long seen = state();
        if ((seen & bars) != 0) {
            return BARRED;
        }
        long next = (seen & ~clear) + part;
        if (!compareAndSetState(seen, next)) {
            return RACED;
        }
        if ((next & COUNTS_HIGH) != 0) {
            spillCounts();
        }
        return IN;
    }

    /** As {@link #enterShared}, exclusive. Takes a bias off and leaves it to the caller to wait for its readers. */
    final int enterExclusive(long bars, long clear) {
        long seen = state();
        if ((seen & bars) != 0) {
            return BARRED;
        }
        if (!compareAndSetState(seen, (seen & ~(clear | READ_BIASED)) | EXCLUSIVE)) {
            return RACED;
        }
        if ((seen & READ_BIASED) != 0) {
            biasTaken = true;
        }
        if ((seen & COUNTS_HIGH) != 0) {
            spillCounts();
        }
        return IN;
    }

    /** Moves the counts out of the state word before they overflow. */
    final void spillCounts() {
        for (; ; ) {
            long seen = state();
            if ((seen & COUNTS_HIGH) == 0) {
                return;
            }
            if (compareAndSetState(seen, seen & ~COUNTS)) {
                SPILLED_TAKEN.getAndAdd(this, LwState.taken(seen));
                SPILLED_TRIED.getAndAdd(this, LwState.tried(seen));
                SPILLED_EXCLUSIVE.getAndAdd(this, LwState.exclusiveCount(seen));
                return;
            }
        }
    }

    /** All exclusive holds that have ended. */
    final long exclusiveLeft() {
        return (long) SPILLED_EXCLUSIVE.getVolatile(this) + LwState.exclusiveCount(state());
    }

    final long sharedTaken() {
        return (long) SPILLED_TAKEN.getVolatile(this) + LwState.taken(state());
    }

    final long sharedTried() {
        return (long) SPILLED_TRIED.getVolatile(this) + LwState.tried(state());
    }
}
