package dev.clog.testkit;

import dev.clog.api.HorizonLease;
import dev.clog.api.IdSpace;
import dev.clog.api.LogClosedException;
import dev.clog.api.LogConfig;
import dev.clog.api.PageStatistics;
import dev.clog.api.StatusChangeException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.WraparoundException;
import dev.clog.api.XidNotAssignedException;
import dev.clog.api.XidTooOldException;
import java.time.Instant;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a log must answer, kept as a map from id to status: an oracle for tests of logs, and a log for unit tests of
 * engines. It has no files, and what {@link #checkpoint} made durable is a copy of the map, with which
 * {@link LogDifferences} judges a log that was opened again after a crash.
 *
 * <p>Safe for use by several threads; a tree becomes visible at one instant.
 */
public final class ModelLog implements TransactionStatusLog {
    private static final long XIDS_PER_PAGE = 32_768;
    private static final long XIDS_PER_LSN = 32;
    private static final long WRAP_LIMIT = (1L << 31) - 1 - 3_000_000;

    private final IdSpace idSpace;
    private final NavigableMap<Long, TransactionStatus> statuses = new TreeMap<>();
    private NavigableMap<Long, TransactionStatus> durable = new TreeMap<>();
    private long oldestXid;
    private long endXid;
    private final NavigableMap<Long, Long> lsns = new TreeMap<>();
    private final NavigableMap<Long, Integer> leases = new TreeMap<>();
    private long wantedHorizon;
    private boolean inRecovery;
    private boolean closed;

    /**
     * A log of ids that are all in progress: a new one, which has the page of the next id, where that is the oldest one
     * too; else one that is opened.
     */
    public ModelLog(LogConfig config) {
        this(config, config.oldestXid() == config.nextXid());
    }

    private ModelLog(LogConfig config, boolean created) {
        idSpace = config.idSpace();
        oldestXid = config.oldestXid();
        endXid = created ? pageEnd(config.nextXid()) : endFor(config.nextXid());
        inRecovery = config.recovery();
    }

    /**
     * This log, as it answers when it is opened with that configuration after it was closed, or after a crash that kept
     * just what was durable: what was set at and past the next id is in progress again.
     */
    public synchronized ModelLog reopened(LogConfig config) {
        ModelLog opened = new ModelLog(config, false);
        long end = config.recovery() ? opened.endXid : Math.min(opened.endXid, config.nextXid());
        opened.statuses.putAll(durable.subMap(config.oldestXid(), Math.max(end, config.oldestXid())));
        opened.durable = new TreeMap<>(opened.statuses);
        return opened;
    }

    /** The end of the page of an id. */
    private static long pageEnd(long xid) {
        return (xid / XIDS_PER_PAGE + 1) * XIDS_PER_PAGE;
    }

    /**
     * The end of a log whose next id is {@code nextXid}: that of its page, or its start if that is the first id there that
     * is ever handed out.
     */
    private long endFor(long nextXid) {
        long start = pageEnd(nextXid) - XIDS_PER_PAGE;
        return nextXid == idSpace.skipReserved(start) ? start : pageEnd(nextXid);
    }

    @Override
    public synchronized TransactionStatus status(long xid) {
        requireOpen();
        if (idSpace.isReserved(xid)) {
            return idSpace.position(xid) == 0 ? TransactionStatus.ABORTED : TransactionStatus.COMMITTED;
        }
        requireKept(xid);
        return statuses.getOrDefault(xid, TransactionStatus.IN_PROGRESS);
    }

    @Override
    public synchronized TransactionStatus statusOrFrozen(long xid) {
        requireOpen();
        return xid >= 0 && xid < oldestXid && !idSpace.isReserved(xid) ? TransactionStatus.FROZEN : status(xid);
    }

    @Override
    public synchronized void setTree(long xid, long[] children, TransactionStatus status, long lsn) {
        requireOpen();
        if (!status.isFinal()) {
            throw new IllegalArgumentException("a transaction ends committed or aborted: status=" + status);
        }
        requireSettable(xid);
        for (long child : children) {
            requireSettable(child);
            if (child <= xid) {
                throw new IllegalArgumentException("a child is later than its parent: xid=" + xid + " child=" + child);
            }
        }
        requireChange(xid, status);
        for (long child : children) {
            requireChange(child, status);
        }
        put(xid, status, lsn);
        for (long child : children) {
            put(child, status, lsn);
        }
    }

    private void put(long xid, TransactionStatus status, long lsn) {
        statuses.put(xid, status);
        if (lsn > 0) {
            lsns.merge(xid / XIDS_PER_LSN, lsn, Math::max);
        }
    }

    /** As the contract says; no status is ever sub-committed here, so nobody is asked for a parent. */
    @Override
    public synchronized boolean isCommitted(long xid) {
        return status(xid) == TransactionStatus.COMMITTED;
    }

    /** The largest position of a group since the start; nothing is evicted here. */
    @Override
    public synchronized long latestLsn(long xid) {
        status(xid);
        return lsns.getOrDefault(xid / XIDS_PER_LSN, 0L);
    }

    @Override
    public int enterCommit() {
        return 0;
    }

    @Override
    public void exitCommit(int ticket) {
        // A checkpoint takes what is there at one instant.
    }

    private void requireSettable(long xid) {
        if (idSpace.isReserved(xid)) {
            throw new XidNotAssignedException(xid, idSpace);
        }
        requireKept(xid);
    }

    private void requireChange(long xid, TransactionStatus status) {
        TransactionStatus present = statuses.get(xid);
        if (present != null && present.isFinal() && present != status) {
            throw new StatusChangeException(xid, present, status);
        }
    }

    private void requireKept(long xid) {
        if (xid < oldestXid) {
            throw new XidTooOldException(xid, oldestXid);
        }
        if (xid >= endXid) {
            throw new XidNotAssignedException(xid, endXid);
        }
    }

    @Override
    public synchronized void extendTo(long xid) {
        requireOpen();
        if (xid > LogConfig.LARGEST_XID) {
            throw new IllegalArgumentException("beyond the largest id " + LogConfig.LARGEST_XID + ": xid=" + xid);
        }
        long limit = oldestXid + WRAP_LIMIT;
        if (idSpace == IdSpace.WRAPPING_32 && xid >= limit) {
            throw new WraparoundException(xid, oldestXid, limit);
        }
        endXid = Math.max(endXid, pageEnd(xid));
    }

    /** Takes all statuses as durable. */
    @Override
    public synchronized void checkpoint() {
        requireOpen();
        durable = new TreeMap<>(statuses);
        advanceHorizon();
    }

    @Override
    public synchronized void endRecovery(long nextXid) {
        requireOpen();
        requireRecovery();
        inRecovery = false;
        endXid = endFor(nextXid);
        statuses.tailMap(nextXid).clear();
        durable.tailMap(nextXid).clear();
    }

    /** Moves the horizon: ids below it have no status any more. */
    @Override
    public synchronized long truncate(long oldest) {
        requireOpen();
        if (oldest > endXid) {
            if (!inRecovery) {
                throw new WraparoundException(oldest, endXid);
            }
            endXid = pageEnd(oldest);
        }
        wantedHorizon = Math.max(wantedHorizon, oldest);
        advanceHorizon();
        return oldestXid;
    }

    private void advanceHorizon() {
        oldestXid = Math.max(oldestXid, leases.isEmpty() ? wantedHorizon : Math.min(wantedHorizon, leases.firstKey()));
        statuses.headMap(oldestXid).clear();
        durable.headMap(oldestXid).clear();
    }

    @Override
    public synchronized HorizonLease retain(long xid) {
        requireOpen();
        if (xid < oldestXid) {
            throw new XidTooOldException(xid, oldestXid);
        }
        leases.merge(xid, 1, Integer::sum);
        return new ModelLease(xid);
    }

    private synchronized void release(long xid) {
        leases.computeIfPresent(xid, (id, count) -> count == 1 ? null : count - 1);
    }

    private final class ModelLease implements HorizonLease {
        private final long xid;
        private final AtomicBoolean open = new AtomicBoolean(true);

        ModelLease(long xid) {
            this.xid = xid;
        }

        @Override
        public long xid() {
            return xid;
        }

        @Override
        public void close() {
            if (open.getAndSet(false)) {
                release(xid);
            }
        }
    }

    @Override
    public synchronized void replayPageZeroed(long pageNumber) {
        requireOpen();
        requireRecovery();
        long first = pageNumber * XIDS_PER_PAGE;
        endXid = Math.max(endXid, first + XIDS_PER_PAGE);
        if (first + XIDS_PER_PAGE > oldestXid) {
            statuses.subMap(first, first + XIDS_PER_PAGE).clear();
            durable.subMap(first, first + XIDS_PER_PAGE).clear();
        }
    }

    private void requireRecovery() {
        if (!inRecovery) {
            throw new IllegalStateException("the log is not in recovery");
        }
    }

    /** Counts nothing: there are no pages here. */
    @Override
    public PageStatistics statistics() {
        return new PageStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, Instant.EPOCH);
    }

    @Override
    public void resetStatistics() {
        // Nothing is counted.
    }

    @Override
    public synchronized long oldestXid() {
        return oldestXid;
    }

    @Override
    public synchronized long endXid() {
        return endXid;
    }

    @Override
    public synchronized boolean inRecovery() {
        return inRecovery;
    }

    @Override
    public IdSpace idSpace() {
        return idSpace;
    }

    /** Every id that has ended, and how. */
    public synchronized NavigableMap<Long, TransactionStatus> statuses() {
        return Collections.unmodifiableNavigableMap(new TreeMap<>(statuses));
    }

    /** Every id that had ended at the last checkpoint, and how. */
    public synchronized NavigableMap<Long, TransactionStatus> durableStatuses() {
        return Collections.unmodifiableNavigableMap(new TreeMap<>(durable));
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            checkpoint();
            closed = true;
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new LogClosedException("memory");
        }
    }

    @Override
    public synchronized String toString() {
        return "ModelLog[" + idSpace + ", oldestXid=" + oldestXid + " endXid=" + endXid + ", " + statuses.size()
                + " ended]";
    }
}
