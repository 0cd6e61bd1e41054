package dev.clog.lock;

import static dev.clog.lock.LwState.COUNTS_HIGH;
import static dev.clog.lock.LwState.EXCLUSIVE;
import static dev.clog.lock.LwState.HAS_WAITERS;
import static dev.clog.lock.LwState.HELD;
import static dev.clog.lock.LwState.READ_BIASED;
import static dev.clog.lock.LwState.SHARED_FULL;
import static dev.clog.lock.LwState.SHARED_ONE;
import static dev.clog.lock.LwState.WAKE_PENDING;
import static dev.clog.lock.LwState.isHeldExclusive;
import static dev.clog.lock.LwState.needsWake;

import java.util.concurrent.locks.LockSupport;

/**
 * The ways into an {@link LwLock} and out of it. Each way in returns the hold that the thread has then, or null.
 */
abstract class LwEntry extends LwWaitList {
    private static final long DRAIN_SPINS = 256;
    private static final long DRAIN_PARK_NS = 50_000;
    private static final int BIAS_EVERY = 16;
    /** A reader remembers itself in the lock so rarely that readers who alternate don't write for it all the time. */
    private static final int RECENT_EVERY = 32;
    /** A line is moved from one processor to another in about as many pauses. */
    private static final int PAUSES_A_PASS = 2;
    /** A wait that says whether a holder is slow, a microsecond: some lines may have to come from another processor. */
    private static final int TELLING_WAIT_LOG2 = ThreadHolds.FIRST_WAIT_LOG2 + 1;

    /** Null unless biased to readers. */
    final ReaderSlots slots;
    /** Threads that came in after a wake. Plain: updates may be lost, it only has to change while the queue moves. */
    private long served;

    LwEntry(String name, LockTranche tranche) {
        super(name, tranche);
        this.slots = tranche.readBiased() ? new ReaderSlots(this) : null;
    }

    /** One attempt. Where a reader bias is in the way of a writer it fails: {@link #enterSlowly} takes the bias off. */
    final Hold enterNow(LockMode mode) {
        if (mode == LockMode.EXCLUSIVE) {
            long seen = state();
            return (seen & (exclusiveBars | READ_BIASED | COUNTS_HIGH)) == 0
                            && compareAndSetState(seen, seen | EXCLUSIVE)
                    ? exclusiveHold
                    : null;
        }
        if (slots != null) {
            return shareBiased(holdsOfCaller(), sharedTake);
        }
        return enterShared(sharedBars, 0, sharedTake) == IN ? sharedHold : null;
    }

    /**
     * Lists a hold that the thread has just got. Whose it is is looked up after the entry and not before: the atomic
     * instruction would wait for that.
     */
    final void list(Hold hold) {
        ThreadHolds holds = recent;
        if (holds.thread != Thread.currentThread()) {
            holds = lookUpHolds(hold);
        }
        holds.push(hold);
    }

    private ThreadHolds lookUpHolds(Hold hold) {
        ThreadHolds holds;
        try {
            holds = ThreadHolds.current();
        } catch (Throwable e) { // no memory
            leaveHold(hold);
            throw e;
        }
        if (hold == exclusiveHold || (hold == sharedHold && slots == null && ++holds.ticks % RECENT_EVERY == 0)) {
            recent = holds;
        }
        return holds;
    }

    /** {@link #enterSlowly} without limit. */
    final Hold enterEndlessly(ThreadHolds holds, LockMode mode) {
        LwPatience patience = LwPatience.endless();
        Hold hold = enterSlowly(holds, mode, patience);
        patience.keepInterrupt();
        return hold;
    }

    /** One attempt that leaves no trace if it fails, and is counted apart. */
    final Hold tryNow(ThreadHolds holds, LockMode mode) {
        if (mode == LockMode.SHARED) {
            if (slots != null) {
                return shareBiased(holds, sharedTry);
            }
            return enterSharedDecided(holds, sharedBars, sharedTry) ? sharedHold : null;
        }
        if ((slots != null && slots.anyTaken()) || !enterDecided(holds, mode, false, 0)) {
            return null;
        }
        if (biasTaken) {
            biasTaken = false;
            if (slots.anyTaken()) { // a reader came after the first look
                leaveWith(changeState(READ_BIASED, EXCLUSIVE));
                return null;
            }
            slots.revoked(System.nanoTime());
        }
        exclusiveTried++;
        return exclusiveHold;
    }

    /** Waits and enters; null once the patience is over. */
    final Hold enterSlowly(ThreadHolds holds, LockMode mode, LwPatience patience) {
        refuseReentry(holds);
        return spin(holds, mode, 0) || queueAndEnter(holds, mode, patience) ? complete(mode, patience) : null;
    }

    /** As {@link #enterSlowly} without limit, but gives up once nobody has passed through the lock during a whole wait. */
    final Hold enterUnlessSlow(ThreadHolds holds, LockMode mode) {
        refuseReentry(holds);
        LwPatience patience = LwPatience.endless();
        for (int log2 = ThreadHolds.FIRST_WAIT_LOG2; ; ) {
            long before = state();
            int next = stayAway(holds, log2);
            int outcome = enter(mode, false, 0);
            boolean barred = outcome == BARRED;
            if (barred && log2 >= TELLING_WAIT_LOG2 && LwState.passes(before, state()) == 0) {
                return null;
            }
            boolean queues = barred && next == ThreadHolds.LONGEST_WAIT_LOG2;
            if (outcome == IN || (queues && queueAndEnter(holds, mode, patience))) {
                Hold hold = complete(mode, patience);
                patience.keepInterrupt();
                return hold;
            }
            log2 = next;
        }
    }

    /** As {@link #enterSlowly} where the thread does not wait longer than until the lock is free. */
    final Hold enterOrWait(ThreadHolds holds, LockMode mode) {
        LwPatience patience = LwPatience.endless();
        if (slots != null) { // a biased reader leaves no trace that would keep its own thread out
            refuseReentry(holds);
        }
        boolean entered = enterUncounted(holds, mode);
        if (!entered) {
            refuseReentry(holds);
            LwWaiter waiter = holds.waiter;
            waiter.mode = LwWaitMode.UNTIL_FREE;
            enqueue(waiter, false, 0);
            entered = enterUncounted(holds, mode);
            if (entered) {
                leave(waiter, true);
            } else {
                awaitFree(waiter, patience);
            }
        }
        Hold hold = entered ? complete(mode, patience) : null;
        if (hold == exclusiveHold) {
            exclusiveOrWaited++;
        }
        patience.keepInterrupt();
        return hold;
    }

    final void leaveShared() {
        leaveWith(subtractFromState(SHARED_ONE));
    }

    final void leaveExclusive() {
        leaveWith(subtractFromState(exclusiveLeave));
    }

    /** Ends a hold of any kind. */
    final void leaveHold(Hold hold) {
        if (hold == exclusiveHold) {
            leaveExclusive();
        } else if (hold == sharedHold) {
            leaveShared();
        } else {
            slots.leave(hold.index);
        }
    }

    /** After a hold was taken off the state. */
    private void leaveWith(long left) {
        if (needsWake(left)) {
            wakeUp();
        }
    }

    /** Parks until a waker has taken the queued thread off the list. */
    final void awaitFree(LwWaiter waiter, LwPatience patience) {
        countSleep();
        while (!waiter.isIdle()) {
            patience.park(this);
            refuseAbandoned(waiter, patience);
        }
    }

    /** What no thread may do, checked before it waits. */
    final void refuseReentry(ThreadHolds holds) {
        if (holds.find(this) != null) {
            throw heldAlready();
        }
    }

    private boolean enterUncounted(ThreadHolds holds, LockMode mode) {
        return mode == LockMode.SHARED
                ? enterSharedDecided(holds, EXCLUSIVE | SHARED_FULL, SHARED_ONE)
                : enterDecided(holds, mode, true, 0);
    }

    private boolean enterSharedDecided(ThreadHolds holds, long bars, long part) {
        for (int races = 0; ; races++) {
            int outcome = enterShared(bars, 0, part);
            if (outcome != RACED) {
                return outcome == IN;
            }
            backOffFromRace(holds, races);
        }
    }

    /** Tries until the thread is in or kept out. */
    private boolean enterDecided(ThreadHolds holds, LockMode mode, boolean privileged, long clear) {
        for (int races = 0; ; races++) {
            int outcome = enter(mode, privileged, clear);
            if (outcome != RACED) {
                return outcome == IN;
            }
            backOffFromRace(holds, races);
        }
    }

    /** One attempt of a thread in the slow paths. One that was woken is kept out by holders only. */
    private int enter(LockMode mode, boolean privileged, long clear) {
        if (mode == LockMode.SHARED) {
            return enterShared(privileged ? EXCLUSIVE | SHARED_FULL : sharedBars, clear, sharedTake);
        }
        return enterExclusive(privileged ? HELD : exclusiveBars, clear);
    }

    /**
     * Tries for a short time, about as long as it takes to sleep and be woken, then gives up if the lock is taken: it is time
     * to queue.
     */
    private boolean spin(ThreadHolds holds, LockMode mode, long clear) {
        boolean woken = clear != 0;
        int log2 = ThreadHolds.FIRST_WAIT_LOG2;
        for (; ; ) {
            int outcome = enter(mode, woken, clear);
            if (outcome == IN || (outcome == BARRED && log2 == ThreadHolds.LONGEST_WAIT_LOG2)) {
                return outcome == IN;
            }
            log2 = stayAway(holds, log2);
        }
    }

    /**
     * One wait; returns how long the next one is: twice as long. But where others did so many operations meanwhile that the
     * line must have stayed with one processor, the thread at once leaves the lock alone for the longest wait: they do ten
     * times as many so. Where they did not, that would be lost time. (A lock that does not count can't tell.)
     */
    private int stayAway(ThreadHolds holds, int log2) {
        long before = state();
        int pauses = holds.backOff(log2);
        if (log2 < ThreadHolds.LONGEST_WAIT_LOG2
                && pauses > 0
                && LwState.passes(before, state()) > pauses / PAUSES_A_PASS) {
            holds.backOff(ThreadHolds.LONGEST_WAIT_LOG2);
            return ThreadHolds.LONGEST_WAIT_LOG2;
        }
        return Math.min(log2 + 1, ThreadHolds.LONGEST_WAIT_LOG2);
    }

    /** Where an attempt has to be decided now, a lost race costs a shorter wait. */
    private static void backOffFromRace(ThreadHolds holds, int races) {
        holds.backOff(Math.min(ThreadHolds.FIRST_WAIT_LOG2 + races, ThreadHolds.LONGEST_WAIT_LOG2));
    }

    private boolean queueAndEnter(ThreadHolds holds, LockMode mode, LwPatience patience) {
        LwWaiter waiter = holds.waiter;
        waiter.mode = mode == LockMode.SHARED ? LwWaitMode.SHARED : LwWaitMode.EXCLUSIVE;
        boolean woken = false;
        patience.watch(served);
        try {
            for (; ; ) {
                enqueue(waiter, woken, woken ? WAKE_PENDING : 0);
                if (enterDecided(holds, mode, woken, 0)) {
                    leave(waiter, true);
                    return true;
                }
                if (needsWake(state())) { // free, but newcomers are kept out: it is the first one's turn
                    wakeUp();
                }
                if (!awaitTurn(waiter, patience)) {
                    leave(waiter, false);
                    return false;
                }
                woken = true;
                if (spin(holds, mode, WAKE_PENDING)) {
                    served++;
                    return true;
                }
                if (patience.beginsToStarve(served)) {
                    beginStarving();
                }
            }
        } finally {
            if (patience.isStarving()) {
                endStarving();
            }
        }
    }

    /** Parks until woken; false if the patience is over before. */
    private boolean awaitTurn(LwWaiter waiter, LwPatience patience) {
        countSleep();
        while (!waiter.isIdle()) {
            if (patience.isOver()) {
                return false;
            }
            patience.park(this);
            if (!waiter.isIdle()) {
                if (patience.beginsToStarve(served)) {
                    beginStarving();
                }
                refuseAbandoned(waiter, patience);
            }
        }
        return true;
    }

    private void refuseAbandoned(LwWaiter waiter, LwPatience patience) {
        ThreadHolds holder = recent;
        if (isHeldExclusive(state()) && patience.isAbandonedBy(holder)) {
            leave(waiter, false);
            patience.keepInterrupt();
            throw new AbandonedLockException(name(), holder.thread.getName());
        }
    }

    /** What remains once the state word says that the thread is in. */
    private Hold complete(LockMode mode, LwPatience patience) {
        if (mode == LockMode.SHARED) {
            return sharedHold;
        }
        if (biasTaken) {
            biasTaken = false;
            if (!drainReaders(patience)) {
                leaveWith(changeState(READ_BIASED, EXCLUSIVE));
                return null;
            }
        }
        return exclusiveHold;
    }

    /** A writer waits until the biased readers have left; false if its patience is over before. */
    private boolean drainReaders(LwPatience patience) {
        long startNs = System.nanoTime();
        recent = ThreadHolds.current(); // the holder from here on, for those who ask whether it is alive
        for (long looks = 0; slots.anyTaken(); looks++) {
            if (looks < DRAIN_SPINS) {
                Thread.onSpinWait();
            } else {
                if (patience.isOver()) {
                    return false;
                }
                LockSupport.parkNanos(this, DRAIN_PARK_NS);
                patience.noteInterrupt();
            }
        }
        slots.revoked(startNs);
        return true;
    }

    final Hold shareBiased(ThreadHolds holds, long part) {
        if (isOpenToBiased(state())) {
            int slot = slots.tryTake(holds, part);
            if (slot >= 0) {
                if (isOpenToBiased(state())) {
                    return slots.hold(slot);
                }
                slots.leave(slot);
            }
        }
        if (enterShared(sharedBars, 0, part) != IN) {
            return null;
        }
        if (++holds.ticks % BIAS_EVERY == 0 && (state() & (READ_BIASED | HAS_WAITERS)) == 0 && slots.mayBias()) {
            changeState(READ_BIASED, 0);
        }
        return sharedHold;
    }

    private boolean isOpenToBiased(long seen) {
        return (seen & (sharedBars | READ_BIASED)) == READ_BIASED;
    }
}
