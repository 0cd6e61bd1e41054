package dev.clog.groupcommit.status;

import dev.clog.api.TransactionStatus;
import dev.clog.offheap.StatusCursor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A tree that its committer wants set, and what came of it. Made for one commit and never used again, so that no list or
 * ring that still shows it can take it for another: one of the past is only a bit of garbage.
 *
 * <p>States: WAITING, where the owner may still spin; PARKED, where it sleeps, or is about to; ANSWERED. The owner parks
 * after it has changed WAITING to PARKED, and only in that state; whoever answers puts ANSWERED, and wakes the owner if it
 * took PARKED away. One of the two changes comes first, so that no wake is lost. What the leader wrote before is visible
 * to who sees ANSWERED.
 */
final class CommitRequest {
    /** How long an owner waits before it doubts that a leader will come, in nanoseconds. */
    static final long OVERDUE_NS = TimeUnit.SECONDS.toNanos(1);

    private static final int WAITING = 0;
    private static final int PARKED = 1;
    private static final int ANSWERED = 2;

    private static final long[] NO_CHILDREN = {};
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(CommitRequest.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long xid;
    private long[] children;
    private final TransactionStatus status;
    private final long lsn;
    private final Thread owner = Thread.currentThread();

    /** The next one of a list or a batch; whose it is says who may touch it. */
    CommitRequest next;

    private volatile int state = WAITING;

    /** Null if the tree was set; written before the answer. */
    private Throwable failure;

    /** A request of the calling thread, with its own copy of the children. */
    CommitRequest(long xid, long[] children, TransactionStatus status, long lsn) {
        this.xid = xid;
        this.children = children.length == 0 ? NO_CHILDREN : children.clone();
        this.status = status;
        this.lsn = lsn;
    }

    long xid() {
        return xid;
    }

    /** Whether the calling thread waits for it. */
    boolean isOfCaller() {
        return owner == Thread.currentThread();
    }

    /** Sets the tree, by the leader. What goes wrong goes to the owner, with the answer, and to nobody else. */
    void apply(StatusCursor cursor) {
        try {
            cursor.set(xid, children, status, lsn);
        } catch (Throwable e) {
            failure = e;
        }
        children = NO_CHILDREN;
    }

    /** Lets the owner go. */
    void answer() {
        if ((int) STATE.getAndSet(this, ANSWERED) == PARKED) {
            LockSupport.unpark(owner);
        }
    }

    boolean isAnswered() {
        return state == ANSWERED;
    }

    /** Spins until the answer is there, or for so many looks. */
    boolean spin(int looks) {
        for (int left = looks; left > 0; left--) {
            if (state == ANSWERED) {
                return true;
            }
            Thread.onSpinWait();
        }
        return state == ANSWERED;
    }

    /**
     * Sleeps until the answer is there, or it is overdue. An interrupt does not end the sleep and stays in the thread's
     * flag.
     */
    boolean sleep() {
        if (!STATE.compareAndSet(this, WAITING, PARKED) && state == ANSWERED) {
            return true;
        }
        long end = System.nanoTime() + OVERDUE_NS;
        long left = OVERDUE_NS;
        boolean interrupted = false;
        while (state == PARKED && left > 0) {
            LockSupport.parkNanos(this, left);
            interrupted |= Thread.interrupted();
            left = end - System.nanoTime();
        }
        if (interrupted) {
            owner.interrupt();
        }
        return state == ANSWERED;
    }

    /** Throws what went wrong, as it was thrown to the leader. */
    void result() {
        assert isAnswered() : xid;
        if (failure != null) {
            CommitRequest.<RuntimeException>rethrow(failure);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(Throwable failure) throws E {
        throw (E) failure;
    }

    @Override
    public String toString() {
        return "commit of xid " + xid;
    }
}
