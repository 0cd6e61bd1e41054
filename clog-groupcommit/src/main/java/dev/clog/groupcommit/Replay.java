package dev.clog.groupcommit;

import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.groupcommit.journal.JournalVisitor;

/**
 * Brings the records after a checkpoint into a status log that is in recovery.
 *
 * <p>Everything can be replayed over what is in the files already: a page that is zeroed again gets all its statuses again,
 * since none is older than the record of the page; a status that is set again does not change. Statuses below the horizon
 * are gone: a later truncation may have been in the checkpoint.
 */
final class Replay implements JournalVisitor {
    private final TransactionStatusLog log;
    private long nextXid;

    /** From what the checkpoint says. */
    Replay(TransactionStatusLog log, long nextXid) {
        this.log = log;
        this.nextXid = nextXid;
    }

    /** The least id that was not reserved before the crash. */
    long nextXid() {
        return nextXid;
    }

    @Override
    public void committed(long xid, long[] children, long lsn) {
        set(xid, children, TransactionStatus.COMMITTED);
    }

    @Override
    public void aborted(long xid, long[] children, long lsn) {
        set(xid, children, TransactionStatus.ABORTED);
    }

    private void set(long xid, long[] children, TransactionStatus status) {
        long oldest = log.oldestXid();
        if (xid >= oldest) {
            log.setTree(xid, children, status);
            return;
        }
        for (long child : children) { // the parent's status is known to be final, as ids below the horizon are
            if (child >= oldest) {
                log.setTree(child, new long[0], status);
            }
        }
    }

    @Override
    public void pageZeroed(long pageNumber, long lsn) {
        log.replayPageZeroed(pageNumber);
    }

    @Override
    public void truncated(long oldestXid, long lsn) {
        log.truncate(oldestXid);
    }

    /** The page of the ids may have been made before the checkpoint began, and the ids reserved after. */
    @Override
    public void reserved(long endXid, long lsn) {
        log.extendTo(endXid - 1);
        nextXid = Math.max(nextXid, endXid);
    }

    /** Whether there is anything to replay: sees the records, and does nothing. */
    static final class Need implements JournalVisitor {
        private boolean there;

        boolean isThere() {
            return there;
        }

        @Override
        public void committed(long xid, long[] children, long lsn) {
            there = true;
        }

        @Override
        public void aborted(long xid, long[] children, long lsn) {
            there = true;
        }

        @Override
        public void pageZeroed(long pageNumber, long lsn) {
            there = true;
        }

        @Override
        public void truncated(long oldestXid, long lsn) {
            there = true;
        }

        @Override
        public void reserved(long endXid, long lsn) {
            there = true;
        }
    }
}
