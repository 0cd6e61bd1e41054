package dev.clog.bench.status;

import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;

/** The log, of which it uses as many ids as are wanted, the last ones. */
final class LogKeeper implements StatusKeeper {
    private static final long[] NO_CHILDREN = {};

    private final TransactionStatusLog log;
    private final long first;
    private final boolean withLsn;

    /** Takes a log whose ids from {@code first} on are used, and extends it for so many. */
    LogKeeper(TransactionStatusLog log, long first, long ids, boolean withLsn) {
        this.log = log;
        this.first = first;
        this.withLsn = withLsn;
        log.extendTo(first + ids - 1);
    }

    @Override
    public int get(long xid) {
        return log.status(xid + first).code();
    }

    @Override
    public void set(long xid) {
        log.setTree(xid + first, NO_CHILDREN, TransactionStatus.COMMITTED, withLsn ? xid + 1 : 0);
    }

    @Override
    public void close() {
        log.close();
    }
}
