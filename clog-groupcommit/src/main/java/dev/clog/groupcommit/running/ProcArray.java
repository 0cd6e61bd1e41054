package dev.clog.groupcommit.running;

import dev.clog.api.ParentLookup;
import dev.clog.api.TransactionId;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The running set: which transactions and children have begun and not ended, and snapshots of it.
 *
 * <p>Any thread may call any method at any time, but for {@link #enter} and {@link #enterChild}, and one transaction is
 * used by one thread at a time. Nothing here does I/O or blocks on anything but the lock of the set, which is held for a
 * look or a few stores.
 *
 * <p>What holds: a transaction whose {@link #end} returned before {@link #snapshot} was called is not in progress there;
 * one whose end had not been called when it returned is; a tree leaves at one instant; one that had ended in a snapshot has
 * ended in each later one.
 *
 * <p>How it works. Beginnings, ends and snapshots meet as follows.
 *
 * <ol>
 *   <li>B1 an id is handed out under the lock of the {@link XidAssigner}; B2 it enters a seat; B3 that lock is given up. The
 *       lock of the set is not taken.
 *   <li>E1 whoever ends a transaction holds the set's lock exclusive, or has another one do it; E2 raises the largest id
 *       that has ended; E3 frees the seat; E4 counts the end.
 *   <li>S1 a snapshot holds the lock shared; S2 reads the largest id that has ended: from there on all is in progress,
 *       seen or not; S3 reads the ids in the seats.
 * </ol>
 *
 * The race between B2 and S3 is harmless for ids beyond the largest that has ended. An id below that was handed out before
 * the larger one, so its B2 came before that one's B1, E1, and this S1: S3 sees it unless it has ended. The same holds for
 * children. That is why an id must enter before the next one is handed out.
 *
 * <p>What a snapshot says depends only on ends. So as long as none was counted since one was taken it is given again,
 * without the lock.
 *
 * <p>Source: PostgreSQL {@code procarray.c}, {@code GetNewTransactionId}; the count of ends is {@code xactCompletionCount}.
 */
public final class ProcArray {
    private static final VarHandle CHANGES;
    private static final VarHandle ENDINGS;
    private static final VarHandle ENTERED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CHANGES = lookup.findVarHandle(ProcArray.class, "changes", long.class);
            ENTERED = lookup.findVarHandle(ProcArray.class, "entered", long.class);
            ENDINGS = lookup.findVarHandle(ProcArray.class, "endings", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final SetLock lock;
    private final boolean reuseSnapshots;

    /** Replaced by a larger one under both locks. */
    volatile SeatTable table;
    /** Latest snapshot, or null. */
    private volatile Snapshot latest;

    /** Written by whoever hands out ids: transactions that entered. */
    private long entered;

    /** Guarded by the set's lock: the largest id that has ended. */
    private long latestEnded;
    /** Written under the set's lock, and read without it: transactions that ended. */
    private long endings;
    /** Ends, those of children alone too; written under the set's lock, and read without it. */
    private long changes;

    /**
     * A set in which nobody runs.
     *
     * @param config how it is kept
     * @param nextXid 64-bit id; all below it have ended
     */
    public ProcArray(ProcArrayConfig config, long nextXid) {
        this(config, SetLock.of(config.ending()), nextXid);
    }

    ProcArray(ProcArrayConfig config, SetLock lock, long nextXid) {
        if (nextXid < TransactionId.FIRST_NORMAL) {
            throw new IllegalArgumentException("below the first normal id 3: nextXid=" + nextXid);
        }
        this.lock = lock;
        reuseSnapshots = config.reuseSnapshots();
        table = new SeatTable(2 * Integer.highestOneBit(2 * config.slots() - 1));
        latestEnded = nextXid - 1;
    }

    /**
     * Takes in a transaction that begins. Called by one thread at a time, in ascending order of ids, and before a later id
     * is handed out: {@link XidAssigner#assign(java.util.function.LongConsumer)} does that.
     */
    public void enter(long xid) {
        if (2 * (running() + 1) > table.size()) {
            enlarge();
        }
        table.enter(xid);
        ENTERED.setOpaque(this, entered + 1);
    }

    /** How many transactions run, children not counted; those that begin or end meanwhile may be among them. */
    public int running() {
        return (int) ((long) ENTERED.getOpaque(this) - (long) ENDINGS.getOpaque(this));
    }

    private void enlarge() {
        lock.acquireExclusive();
        try {
            table = new SeatTable(table);
        } finally {
            lock.release();
        }
    }

    /**
     * Takes in a child that begins; called as {@link #enter}.
     *
     * @param xid 64-bit id of the child
     * @param parent 64-bit id of the transaction at the top of its tree
     * @throws IllegalStateException if the parent does not run; nothing has changed
     */
    public void enterChild(long xid, long parent) {
        Seat seat = table.find(parent);
        if (seat == null || !seat.isOpenTo(parent)) {
            throw notRunning(parent);
        }
        seat.add(xid);
    }

    /**
     * Takes a transaction and all its children out of the set, at one instant. For a commit or abort whose statuses are set
     * in the log. Waits for the set's lock, or for one who holds it and does this too.
     *
     * @param xid 64-bit id of the transaction at the top
     * @throws IllegalStateException if it does not run, or another thread ends it
     */
    public void end(long xid) {
        claim(xid).end();
    }

    /**
     * Makes the caller the one who ends a transaction. What comes before its end, such as its record in a log, can then
     * happen once.
     *
     * @param xid 64-bit id of the transaction at the top
     * @throws IllegalStateException if it does not run, or another one has claimed it
     */
    public Claim claim(long xid) {
        Seat seat = table.find(xid);
        if (seat == null || !seat.claim(xid)) {
            throw notRunning(xid);
        }
        return new Claim(this, seat, xid);
    }

    /** Under the lock: E2 to E4. */
    void apply(EndRequest request) {
        Seat seat = request.seat;
        if (request.leaving == null) {
            latestEnded = Math.max(latestEnded, seat.latest());
            table.leave(seat);
            ENDINGS.setOpaque(this, endings + 1);
        } else {
            for (long child : request.leaving) {
                latestEnded = seat.has(child) ? Math.max(latestEnded, child) : latestEnded;
            }
            seat.remove(request.leaving);
        }
        CHANGES.setRelease(this, changes + 1);
    }

    /**
     * Which transactions have not ended, at an instant during the call. Waits for the lock at most; two calls may give the
     * same object.
     */
    public Snapshot snapshot() {
        Snapshot known = latest;
        if (reuseSnapshots && known != null && known.changes == (long) CHANGES.getAcquire(this)) {
            return known;
        }
        lock.acquireShared();
        try {
            Snapshot taken = SnapshotBuilder.build(table, latestEnded + 1, changes);
            latest = taken;
            return taken;
        } finally {
            lock.release();
        }
    }

    /** Whether a transaction or child runs: it has begun, and not ended. */
    public boolean isRunning(long xid) {
        return topOf(xid) != ParentLookup.NO_PARENT;
    }

    /**
     * The transaction at the top of the tree that {@code xid} belongs to, itself where it is at the top;
     * {@link ParentLookup#NO_PARENT} if it does not run.
     */
    public long topOf(long xid) {
        lock.acquireShared();
        try {
            SeatTable seats = table;
            for (int place = 0; place < seats.size(); place++) {
                long top = seats.xid(place);
                if (top != 0 && (top == xid || (top < xid && seats.seat(place).has(xid)))) {
                    return top;
                }
            }
            return ParentLookup.NO_PARENT;
        } finally {
            lock.release();
        }
    }

    /**
     * The least id that runs.
     *
     * @param none the answer where none runs below it: the next id to be handed out, read before this call, so that
     *     whoever begins meanwhile is not overlooked
     */
    public long oldestRunning(long none) {
        lock.acquireShared();
        try {
            SeatTable seats = table;
            long oldest = none;
            for (int place = 0; place < seats.size(); place++) {
                long top = seats.xid(place);
                oldest = top != 0 ? Math.min(oldest, top) : oldest;
            }
            return oldest;
        } finally {
            lock.release();
        }
    }

    /** The counts up to now, all of one instant but for those of the lock. */
    public RunningStatistics statistics() {
        lock.acquireShared();
        try {
            return new RunningStatistics(endings, lock.groups(), lock.grouped(), lock.statistics());
        } finally {
            lock.release();
        }
    }

    private static IllegalStateException notRunning(long xid) {
        return new IllegalStateException("does not run, or is being ended: xid=" + xid);
    }
}
