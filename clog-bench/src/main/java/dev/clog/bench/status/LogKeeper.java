package dev.clog.bench.status;

import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;

/** The log. */
final class LogKeeper implements StatusKeeper {
    /** The ids begin with a word whose ids may all be assigned. */
    private static final long FIRST = 32;

    private static final long[] NO_CHILDREN = {};

    private final TransactionStatusLog log;
    private final boolean withLsn;

    LogKeeper(TransactionStatusLog log, boolean withLsn) {
        this.log = log;
        this.withLsn = withLsn;
        log.extendTo(IDS + FIRST);
    }

    @Override
    public int get(long xid) {
        return log.status(xid + FIRST).code();
    }

    @Override
    public void set(long xid) {
        log.setTree(xid + FIRST, NO_CHILDREN, TransactionStatus.COMMITTED, withLsn ? xid + 1 : 0);
    }

    @Override
    public void close() {
        log.close();
    }
}
