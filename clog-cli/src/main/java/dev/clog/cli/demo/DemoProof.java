package dev.clog.cli.demo;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.Clog;

/**
 * Holds a log against what the engine said. Lost: a transaction whose commit was acknowledged and that is not committed.
 * Half: an id that is committed and the top of its tree is not, or the other way round. Invented: an id with a status that
 * nobody meant it to have, committed ones above all.
 *
 * <p>What was not acknowledged may be there or not: an asynchronous commit, one that was under way, an abort.
 */
final class DemoProof {
    private final Clog log;
    private final DemoLedger ledger;

    private long xids;
    private long lost;
    private long half;
    private long invented;
    private long asynchronous;
    private long asynchronousKept;

    /**
     * Prepares a proof.
     *
     * @param log the log, after the crash
     * @param ledger what was said
     */
    DemoProof(Clog log, DemoLedger ledger) {
        this.log = log;
        this.ledger = ledger;
    }

    /** Looks at every id that was or could have been handed out. */
    void check() {
        long next = log.nextXid();
        for (long xid = ledger.firstXid(); xid < next; xid++) {
            if (!IdSpace.WRAPPING_32.isReserved(xid)) {
                check(xid);
                xids++;
            }
        }
    }

    private void check(long xid) {
        TransactionStatus found = log.status(xid);
        boolean committed = found == TransactionStatus.COMMITTED;
        if (found != ledger.planned(xid) && found != TransactionStatus.IN_PROGRESS) {
            invented++;
        }
        if (ledger.isAcknowledged(xid) && !committed) {
            lost++;
        }
        if (committed != (log.status(ledger.top(xid)) == TransactionStatus.COMMITTED)) {
            half++;
        }
        if (ledger.isAsynchronous(xid)) {
            asynchronous++;
            asynchronousKept += committed ? 1 : 0;
        }
    }

    /** Ids looked at. */
    long xids() {
        return xids;
    }

    /** Acknowledged transactions that are not committed. */
    long lost() {
        return lost;
    }

    /** Ids that do not go with the top of their tree. */
    long half() {
        return half;
    }

    /** Ids with a status that nobody meant them to have. */
    long invented() {
        return invented;
    }

    /** Transactions that were committed asynchronously. */
    long asynchronous() {
        return asynchronous;
    }

    /** Those of them that are there. */
    long asynchronousKept() {
        return asynchronousKept;
    }

    /** True if nothing is wrong. */
    boolean holds() {
        return lost == 0 && half == 0 && invented == 0;
    }
}
