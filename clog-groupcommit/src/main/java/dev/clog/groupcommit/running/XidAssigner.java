package dev.clog.groupcommit.running;

import dev.clog.api.IdSpace;
import dev.clog.api.LogClosedException;
import dev.clog.api.PageIoException;
import dev.clog.api.PageLog;
import dev.clog.api.WraparoundException;
import dev.clog.lock.LockMode;
import dev.clog.lock.LockStatistics;
import dev.clog.lock.LockTranche;
import dev.clog.lock.LwLock;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

/**
 * Hands out transaction ids: ascending, each once, past the reserved ones, and never one whose page is not part of the log
 * or that was not reserved. Any thread may call any method.
 *
 * <p>How it works. Ids below a limit are handed out under a lock, in a few instructions. What I/O they need happens before,
 * under another lock, and then moves the limit: the page of the next ids is made part of the log (LIF-1), and a range of
 * them is reserved, durably, so that after a crash none of it is handed out again. Whoever gets the id in the middle of a
 * range prepares the next one, while others go on; only if all are used up before that is done do they wait. A range does
 * not go past the log's last page, so that the record of a page is durable with the reservation of its first range.
 *
 * <p>Near the wrap of 32-bit ids each range comes with a warning, and beyond {@link IdSpace#refusedFrom} no id is handed
 * out until the log is truncated (LIF-5).
 *
 * <p>Lock order: the lock for preparing, then whatever the log and the reservation take. The lock for handing out is held
 * during neither; what enters an id, such as {@link ProcArray#enter}, may take its own lock under it.
 *
 * <p>Source: PostgreSQL {@code GetNewTransactionId}, {@code SetTransactionIdLimit}; ranges, as there for object ids.
 */
public final class XidAssigner {
    private static final Logger LOGGER = System.getLogger(XidAssigner.class.getName());
    private static final long NEVER = Long.MAX_VALUE;

    private final PageLog log;
    private final IdSpace idSpace;
    private final IdReservation reservation;
    private final int range;
    private final LwLock handingOut = LockTranche.named("XidGen").newLock(0);
    private final ReentrantLock preparing = new ReentrantLock();

    /** Guarded by {@code handingOut}; read without it by {@link #nextXid}. */
    private volatile long next;
    /** The least id that may not be handed out yet; guarded by {@code handingOut}. */
    private long limit;
    /** Whoever gets this id or a later one prepares what follows; guarded by {@code handingOut}. */
    private long prepareFrom = NEVER;
    /** Guarded by {@code handingOut}. */
    private boolean stopped;

    /**
     * An assigner of ids of a log.
     *
     * @param nextXid 64-bit id, the first one to be handed out; not reserved
     * @param log the log that has an entry for each id; not in recovery
     * @param reservation told of ranges before an id of them is handed out
     * @param range how many ids are reserved at a time, at least 1; so many are lost in a crash at most
     */
    public XidAssigner(long nextXid, PageLog log, IdReservation reservation, int range) {
        this.log = Objects.requireNonNull(log, "log");
        this.reservation = Objects.requireNonNull(reservation, "reservation");
        this.idSpace = log.idSpace();
        this.range = range;
        if (range < 1) {
            throw new IllegalArgumentException("ids are reserved one at a time at least: range=" + range);
        }
        if (idSpace.skipReserved(nextXid) != nextXid) {
            throw new IllegalArgumentException("a reserved id of " + idSpace + ": nextXid=" + nextXid);
        }
        next = nextXid;
        limit = nextXid;
    }

    /** {@link #assign(LongConsumer)}, for who keeps no running set. */
    public long assign() {
        return assign(XidAssigner::enterNowhere);
    }

    /**
     * Hands out the next id. Waits for those who do the same, and for I/O where ids are used up faster than new ones are
     * reserved.
     *
     * @param entry told of the id before it or a later one is handed out; short, since others wait. If it throws, the id
     *     is not handed out
     * @throws WraparoundException if no id is left before the wrap; truncate the log
     * @throws PageIoException if the page of the id can't be made, or the id not reserved; it may be tried again
     * @throws dev.clog.api.LogFailedException if the log has failed
     * @throws dev.clog.api.LogClosedException if the log is closed
     */
    public long assign(LongConsumer entry) {
        while (true) {
            handingOut.acquire(LockMode.EXCLUSIVE);
            long xid = next;
            boolean available;
            boolean prepare = false;
            try {
                available = xid < limit;
                if (available) {
                    entry.accept(xid);
                    next = idSpace.next(xid);
                    prepare = xid >= prepareFrom;
                    prepareFrom = prepare ? NEVER : prepareFrom;
                }
            } finally {
                handingOut.release();
            }
            if (!available) {
                prepare(xid);
            } else {
                if (prepare) {
                    prepareAhead();
                }
                return xid;
            }
        }
    }

    private static void enterNowhere(long xid) {}

    /** Makes sure that {@code xid}, the next one, can be handed out. */
    private void prepare(long xid) {
        preparing.lock();
        try {
            if (xid >= limitNow()) {
                moveLimit(xid);
            }
        } finally {
            preparing.unlock();
        }
    }

    /**
     * Moves the limit before it is reached. The caller has its id: what goes wrong here is for the one to hear who needs an
     * id beyond the limit, and tries again.
     */
    private void prepareAhead() {
        if (!preparing.tryLock()) {
            return;
        }
        try {
            moveLimit(limitNow());
        } catch (RuntimeException | Error e) {
            LOGGER.log(Level.DEBUG, "can't prepare ids ahead", e);
        } finally {
            preparing.unlock();
        }
    }

    private long limitNow() {
        handingOut.acquire(LockMode.SHARED);
        try {
            if (stopped) {
                throw new LogClosedException("no id is handed out any more");
            }
            return limit;
        } finally {
            handingOut.release();
        }
    }

    /** Prepares the ids from {@code from}, the present limit, on. One thread at a time. */
    private void moveLimit(long from) {
        long first = idSpace.skipReserved(from);
        long oldest = log.oldestXid();
        long refused = idSpace.refusedFrom(oldest);
        if (first >= refused) {
            throw new WraparoundException(first, oldest, refused);
        }
        log.extendTo(first);
        long end = Math.min(Math.min(first + range, log.endXid()), refused);
        String warning = warning(idSpace, oldest, end);
        if (warning != null) {
            LOGGER.log(Level.WARNING, warning);
        }
        try {
            reservation.reserve(end);
        } catch (IOException e) {
            throw new PageIoException("can't reserve ids up to " + end, "that of the reservation", -1, e);
        }
        handingOut.acquire(LockMode.EXCLUSIVE);
        try {
            if (!stopped) {
                limit = end;
                prepareFrom = first + (end - first) / 2;
            }
        } finally {
            handingOut.release();
        }
    }

    /** What to warn of when the ids below {@code end} are about to be handed out; null if there is room. */
    static String warning(IdSpace idSpace, long oldestXid, long end) {
        if (end <= idSpace.warnedFrom(oldestXid)) {
            return null;
        }
        return (idSpace.refusedFrom(oldestXid) - end) + " ids are left to hand out before the log must be truncated:"
                + " oldestXid=" + oldestXid + " nextXid=" + end;
    }

    /**
     * Hands out nothing from here on: whoever asks, or waits, gets a {@link LogClosedException}. Calling it again changes
     * nothing.
     *
     * @return 64-bit id; all that were handed out are below
     */
    public long stop() {
        handingOut.acquire(LockMode.EXCLUSIVE);
        try {
            stopped = true;
            limit = next;
            return next;
        } finally {
            handingOut.release();
        }
    }

    /** The id that will be handed out next, if it can be; the last one that was handed out is below. */
    public long nextXid() {
        return next;
    }

    /** The counts of the lock under which ids are handed out: what contention costs. */
    public LockStatistics statistics() {
        return handingOut.statistics();
    }
}
