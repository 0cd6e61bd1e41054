package dev.clog.groupcommit.status;

import dev.clog.api.TransactionStatus;
import dev.clog.offheap.StatusCursor;
import java.util.concurrent.locks.LockSupport;

/**
 * Group update on a ring: one takes the lock for all that wait, whatever the size and the pages of their trees.
 *
 * <p>Idea: the lock is the bottleneck, and most of its cost is getting it. A leader keeps it until the ring is empty.
 *
 * <pre>
 *   committer                                leader
 *   P1 raise the flag (soon)? then lead      L1 take the lock of its tree's bank, set its own tree
 *   P2 publish a request; full: go alone     L2 take and set requests until there are none
 *   P3 raise the flag? then lead             L3 lower the flag
 *   P4 wait on the request                   L4 take and set requests until there are none
 *                                            L5 give up the lock, answer
 * </pre>
 *
 * Nobody waits for ever. P2 before P3, L3 before L4, with a full fence between the two of each: a committer that finds the
 * flag raised in P3 finds it raised by a leader whose L3 is still to come, and is seen by its L4; else it leads. L4 ends at
 * a slot that is claimed and not published, though there may be requests behind it: the claimer has its P3 before it, and
 * serves them. L2 is what makes groups large: while the flag is raised nobody queues for the lock. L2 and L4 end, since
 * each of finitely many committers has one request at most and no answer yet.
 *
 * <p>A leader of P1 publishes nothing: alone, it pays for the flag on top of the lock. If L1 fails the error is its own,
 * and L2 to L5 follow.
 *
 * <p>Each request is set once: taking it is a compare-and-set (see {@link CommitRing}). With several banks a leader changes
 * from one to the other, one bank after the other, and holds one at a time; one that is elected after L3 may work beside it.
 *
 * <p>With a thread of its own ({@link LeaderThread}) committers skip P1 and P3 while it serves; it does L1 to L5 for each
 * group. It marks its end before it takes requests for the last time, and a committer looks at the mark after P2: the same
 * pair, so that each is served by the thread or by itself.
 *
 * <p>Rejected: waiting by {@code acquireOrWait}, where each release wakes all that wait, and all but one find that they were
 * served: as many wakes, but in a herd that meets at the lock's list.
 */
final class RingWriter extends GroupWriter {
    private static final long CLAIMED_WAIT_NS = 1_000;
    private static final int LOOKS = 4;
    private static final int FIRST_PAUSES = 32;
    private static final int MOST_PAUSES = 1024;
    /** A leader whose lines have to come from another processor needs more pauses than this. */
    private static final int PAUSES_A_TURN = 3;

    private final CommitRing ring;
    final LeaderFlag flag = new LeaderFlag();
    private LeaderThread thread;

    /** The thread serves. */
    private volatile boolean served;

    RingWriter(LockedStatuses statuses, CommitRing ring, boolean fastPath) {
        super(statuses, fastPath);
        this.ring = ring;
    }

    @Override
    boolean commitInGroup(StatusCursor cursor, int bank, long xid, long[] children, long lsn) {
        CommitBatch batch = new CommitBatch(bank);
        if (!served && raiseSoon(xid)) {
            leadWith(cursor, bank, batch, xid, children, lsn);
            return true;
        }
        CommitRequest request = new CommitRequest(xid, children, TransactionStatus.COMMITTED, lsn);
        if (!ring.offer(request)) {
            countRingFull();
            return false;
        }
        if (!served && flag.tryRaise()) {
            serve(cursor, bank, batch);
        }
        await(request, cursor, bank);
        return true;
    }

    /**
     * P1: a leader that has the lock will be done soon, and the ring is not worth it; one that waits for it may need long.
     * Where leaders follow each other so quickly that their lines must stay with one processor, they are left alone for a
     * while, as {@code LwLock} does it.
     */
    private boolean raiseSoon(long salt) {
        if (flag.tryRaise()) {
            return true;
        }
        int pauses = FIRST_PAUSES;
        for (int look = 0; look < LOOKS; look++) {
            int before = flag.turns;
            backOff(pauses, salt + look);
            if (pauses < MOST_PAUSES && flag.turns - before > pauses / PAUSES_A_TURN) {
                pauses = MOST_PAUSES;
                backOff(pauses, salt + look);
            } else {
                pauses = Math.min(2 * pauses, MOST_PAUSES);
            }
            if (flag.tryRaise()) {
                return true;
            }
            if (isLeaderWaiting()) {
                return false;
            }
        }
        return false;
    }

    private void leadWith(StatusCursor cursor, int bank, CommitBatch batch, long xid, long[] children, long lsn) {
        try {
            enterAsLeader(cursor, bank);
            cursor.set(xid, children, TransactionStatus.COMMITTED, lsn);
        } finally {
            serveHeld(cursor, batch);
        }
    }

    @Override
    void serve(StatusCursor cursor, int bank, CommitBatch batch) {
        enterFirst(cursor, bank);
        serveHeld(cursor, batch);
    }

    /** L2 to L5. */
    private void serveHeld(StatusCursor cursor, CommitBatch batch) {
        try {
            takeAndSet(cursor, batch);
        } finally {
            flag.lower();
            try {
                takeAndSet(cursor, batch);
            } finally {
                finish(cursor, batch);
            }
        }
    }

    @Override
    void takeAndSet(StatusCursor cursor, CommitBatch batch) {
        CommitRequest request = ring.take();
        while (request != null) {
            while (request != null) {
                batch.add(request);
                request = ring.take();
            }
            batch.apply(cursor, statuses);
            request = ring.take();
        }
    }

    /** Gives the ring to a thread, which it starts. */
    void serveBy(LeaderThread leader) {
        thread = leader;
        served = true;
        boolean started = false;
        try {
            leader.start();
            started = true;
        } finally {
            if (!started) {
                served = false;
            }
        }
    }

    /** For the thread: serves the next group. */
    void serveGroup() {
        CommitRequest first = ring.peek();
        if (first == null) {
            LockSupport.parkNanos(this, CLAIMED_WAIT_NS); // claimed and not published yet
        } else {
            serveFrom(statuses.bankOf(first.xid()));
        }
    }

    /** For the thread: it ends, and serves those who could not know. */
    void endService() {
        served = false;
        flag.lower();
        CommitRequest first = ring.peek();
        serveFrom(first == null ? 0 : statuses.bankOf(first.xid()));
    }

    private void serveFrom(int bank) {
        serve(statuses.cursor(), bank, new CommitBatch(bank));
    }

    @Override
    public void close() {
        super.close();
        if (thread != null) {
            thread.end();
        }
    }
}
