package dev.clog.tests.log;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import java.util.concurrent.locks.LockSupport;

/** Breaks STA-1 on purpose: sets the members of a tree one after the other, children first, in no hurry. */
final class ChildrenFirstLog implements TransactionStatusLog {
    private static final long[] NO_CHILDREN = {};

    private final TransactionStatusLog log;

    ChildrenFirstLog(TransactionStatusLog log) {
        this.log = log;
    }

    @Override
    public void setTree(long xid, long[] children, TransactionStatus status, long lsn) {
        for (long child : children) {
            log.setTree(child, NO_CHILDREN, status, lsn);
        }
        LockSupport.parkNanos(1);
        log.setTree(xid, NO_CHILDREN, status, lsn);
    }

    @Override
    public TransactionStatus status(long xid) {
        return log.status(xid);
    }

    @Override
    public TransactionStatus statusOrFrozen(long xid) {
        return log.statusOrFrozen(xid);
    }

    @Override
    public void extendTo(long xid) {
        log.extendTo(xid);
    }

    @Override
    public void checkpoint() {
        log.checkpoint();
    }

    @Override
    public void endRecovery(long nextXid) {
        log.endRecovery(nextXid);
    }

    @Override
    public long oldestXid() {
        return log.oldestXid();
    }

    @Override
    public long endXid() {
        return log.endXid();
    }

    @Override
    public boolean inRecovery() {
        return log.inRecovery();
    }

    @Override
    public IdSpace idSpace() {
        return log.idSpace();
    }

    @Override
    public void close() {
        log.close();
    }
}
