package dev.clog.tests.kill;

import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;

/**
 * Does the transactions of a plan on a log.
 *
 * @param plan what becomes of each
 * @param log where
 */
public record PlannedCommits(CommitPlan plan, TransactionStatusLog log) {
    private static final long[] NO_CHILDREN = {};

    /** Rolls back the children that are to be, then ends the transaction. Doing it again changes nothing. */
    public void run(long unit) {
        for (long child : plan.rolledBackChildren(unit)) {
            log.setTree(child, NO_CHILDREN, TransactionStatus.ABORTED);
        }
        TransactionStatus outcome = plan.outcome(unit);
        if (outcome != TransactionStatus.IN_PROGRESS) {
            log.setTree(plan.xid(unit, 0), plan.children(unit), outcome);
        }
    }
}
