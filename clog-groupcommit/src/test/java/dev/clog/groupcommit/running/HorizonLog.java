package dev.clog.groupcommit.running;

import dev.clog.api.HorizonLease;
import dev.clog.api.IdSpace;
import dev.clog.api.PageLog;
import dev.clog.api.PageStatistics;
import java.util.function.LongSupplier;

/** A log that says its horizon is somewhere else. */
final class HorizonLog implements PageLog {
    private final PageLog log;
    private final LongSupplier horizon;

    HorizonLog(PageLog log, LongSupplier horizon) {
        this.log = log;
        this.horizon = horizon;
    }

    @Override
    public long oldestXid() {
        return horizon.getAsLong();
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
    public long truncate(long oldestXid) {
        return log.truncate(oldestXid);
    }

    @Override
    public HorizonLease retain(long xid) {
        return log.retain(xid);
    }

    @Override
    public void replayPageZeroed(long pageNumber) {
        log.replayPageZeroed(pageNumber);
    }

    @Override
    public void endRecovery(long nextXid) {
        log.endRecovery(nextXid);
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
    public PageStatistics statistics() {
        return log.statistics();
    }

    @Override
    public void resetStatistics() {
        log.resetStatistics();
    }

    @Override
    public void close() {
        log.close();
    }
}
