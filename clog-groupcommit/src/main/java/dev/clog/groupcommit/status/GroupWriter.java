package dev.clog.groupcommit.status;

import dev.clog.api.LogClosedException;
import dev.clog.api.TransactionStatus;
import dev.clog.offheap.StatusCursor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the writers with a leader share: the ways past a group, the wait of a follower, and the counts.
 *
 * <p>A commit goes past the group where no leader sleeps for its lock and that is free, or others pass through it quickly
 * (the fast path, if it is on): a group would be no gain then, since one thread sets it for others, and their lines move for
 * each of them. It does so, too, where it can't join. An abort always does: nobody waits for one. Whoever has set its own
 * tree so, and finds that a group waits for the lock, serves that before it gives the lock up, and the leader may find
 * nothing left once it is awake. Until then the lock would be free and barred, and each that comes would have to sleep.
 *
 * <p>A follower spins a little and sleeps on its own request. One that is not answered within a second serves what waits,
 * itself included, whoever is supposed to: that is right at any time, since requests are taken one by one by atomic
 * changes, and it is what ends the wait if a leader's thread was lost between its election and its work, by a stack
 * overflow for one.
 */
abstract class GroupWriter implements StatusWriter {
    /** On one processor nobody gets further while another spins. Tests that try all schedules do without. */
    static boolean spinning = Runtime.getRuntime().availableProcessors() > 1;

    private static final int SPIN_LOOKS = 100;
    private static final int NO_BANK = -1;

    final LockedStatuses statuses;
    private final boolean fastPath;
    private volatile boolean closed;

    /**
     * The bank for which a leader or a follower sleeps, or is about to. While a leader is being woken the lock is free now
     * and then, and whoever took it past the group would keep all of it waiting. A hint: it shows one bank at most, and may
     * be out of date.
     */
    private volatile int waitedFor = NO_BANK;

    /** A leader sleeps for the lock, or is about to, and will take what waits once it has it. */
    private volatile boolean leaderWaits;

    private final LongAdder groups = new LongAdder();
    private final LongAdder followers = new LongAdder();
    private final AtomicLong largestGroup = new AtomicLong();
    private final LongAdder alone = new LongAdder();
    private final LongAdder ringFull = new LongAdder();
    private final LongAdder overdue = new LongAdder();

    GroupWriter(LockedStatuses statuses, boolean fastPath) {
        this.statuses = statuses;
        this.fastPath = fastPath;
    }

    @Override
    public final void setTree(long xid, long[] children, TransactionStatus status, long lsn) {
        if (closed) {
            throw new LogClosedException(statuses.location());
        }
        StatusCursor cursor = statuses.cursor();
        int bank = statuses.bankOf(xid);
        if (fastPath && waitedFor != bank && cursor.enterUnlessSlow(bank)) {
            setHeld(cursor, bank, xid, children, status, lsn);
        } else if (status != TransactionStatus.COMMITTED || !commitInGroup(cursor, bank, xid, children, lsn)) {
            alone.increment();
            cursor.enter(bank);
            setHeld(cursor, bank, xid, children, status, lsn);
        }
    }

    private void setHeld(StatusCursor cursor, int bank, long xid, long[] children, TransactionStatus status, long lsn) {
        try (cursor) {
            cursor.set(xid, children, status, lsn);
            if (waitedFor == bank) {
                serveInPassing(cursor, bank);
            }
        }
    }

    /** The leader sleeps, or was woken and is not back yet: whoever has the lock does what it would. */
    private void serveInPassing(StatusCursor cursor, int bank) {
        CommitBatch batch;
        try {
            batch = new CommitBatch(bank);
        } catch (OutOfMemoryError e) {
            return; // the leader will come; the caller's own tree is set, and must not seem to have failed
        }
        waitedFor = NO_BANK;
        try {
            takeAndSet(cursor, batch);
        } finally {
            finish(cursor, batch);
        }
    }

    /** Takes the lock for a group. While a leader sleeps for it, or is being woken, nobody takes it past the group. */
    final void enterAsLeader(StatusCursor cursor, int bank) {
        if (!cursor.enterUnlessSlow(bank)) {
            waitedFor = bank;
            leaderWaits = true;
            try {
                cursor.enter(bank);
            } finally {
                leaderWaits = false;
            }
        }
        if (waitedFor == bank) {
            waitedFor = NO_BANK;
        }
    }

    /** Takes the requests that wait, and sets them. Right for anybody who has a lock, at any time. */
    abstract void takeAndSet(StatusCursor cursor, CommitBatch batch);

    /**
     * Commits as a leader or a follower.
     *
     * @param cursor the thread's, which holds nothing, then and afterwards
     * @return false if the commit can't join; nothing has changed then
     */
    abstract boolean commitInGroup(StatusCursor cursor, int bank, long xid, long[] children, long lsn);

    /** Serves all that wait, or will wait before they can know better. Never throws for a request's sake. */
    abstract void serve(StatusCursor cursor, int bank, CommitBatch batch);

    /** Waits for the answer, and throws what it says. */
    final void await(CommitRequest request, StatusCursor cursor, int bank) {
        if (!request.spin(spinning ? SPIN_LOOKS : 0)) {
            if (fastPath && waitedFor == NO_BANK) {
                waitedFor = bank;
            }
            while (!request.sleep()) {
                overdue.increment();
                serve(cursor, bank, new CommitBatch(bank));
            }
        }
        request.result();
    }

    /**
     * Spins for a time between half of so many pauses and all of them, so that threads don't march in step. Whoever gets in
     * meanwhile sets many trees in the time that one handing over takes.
     */
    static void backOff(int pauses, long salt) {
        if (spinning) {
            int half = pauses / 2;
            int left = half + (int) (((salt * 0x9E37_79B9_7F4A_7C15L) >>> 32) % half);
            for (; left > 0; left--) {
                Thread.onSpinWait();
            }
        }
    }

    /** Takes the lock before the requests are taken, so that more can come while the leader waits for it. */
    final void enterFirst(StatusCursor cursor, int bank) {
        try {
            enterAsLeader(cursor, bank);
        } catch (RuntimeException | Error e) {
            // Each request tries again when it is set, and has its own error.
            cursor.close();
        }
    }

    /** Gives up the lock, then lets the owners go, so that none of them meets it held. */
    final void finish(StatusCursor cursor, CommitBatch batch) {
        try {
            cursor.close();
            if (batch.followers() > 0) {
                count(batch.followers());
            }
        } finally {
            batch.answer();
        }
    }

    private void count(int followersServed) {
        groups.increment();
        followers.add(followersServed);
        if (followersServed > largestGroup.get()) {
            largestGroup.accumulateAndGet(followersServed, Math::max);
        }
    }

    /**
     * Whether a leader sleeps for the lock: for how long, nobody knows. What was published before this said so is seen by a
     * leader, once it has the lock.
     */
    final boolean isLeaderWaiting() {
        return leaderWaits;
    }

    final void countRingFull() {
        ringFull.increment();
    }

    @Override
    public StatusWriterStatistics statistics() {
        return new StatusWriterStatistics(
                groups.sum(), followers.sum(), largestGroup.get(), alone.sum(), ringFull.sum(), overdue.sum());
    }

    @Override
    public void close() {
        closed = true;
    }
}
