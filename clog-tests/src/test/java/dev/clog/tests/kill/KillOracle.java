package dev.clog.tests.kill;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static dev.clog.api.TransactionStatus.SUB_COMMITTED;

import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Knows what must be in a log after a kill. What was acknowledged is there, all of it, and what was never done is not; what
 * was under way may be there in part, until it is done again from the engine's own log, which {@link #replay} stands for.
 */
final class KillOracle {
    private static final int MOST_PROBLEMS = 10;

    private final CommitPlan plan;
    /** Transactions that left no trace; their ids stay in progress for ever. */
    private final BitSet traceless = new BitSet();

    private final List<String> problems = new ArrayList<>();
    private long settled;

    KillOracle(CommitPlan plan) {
        this.plan = plan;
    }

    /** What is wrong; empty if nothing is. */
    List<String> problems() {
        return problems;
    }

    /** How many transactions left no trace. */
    int tracelessUnits() {
        return traceless.cardinality();
    }

    /** Looks at the transactions from {@code first} to {@code end}; those before {@code acknowledged} must be there. */
    void check(TransactionStatusLog log, long first, long acknowledged, long end) {
        for (long unit = first; unit < end && problems.size() < MOST_PROBLEMS; unit++) {
            boolean exact = unit < Math.max(settled, acknowledged);
            for (int member = 0; member < CommitPlan.MEMBERS; member++) {
                check(log, unit, member, exact);
            }
        }
    }

    private void check(TransactionStatusLog log, long unit, int member, boolean exact) {
        long xid = plan.xid(unit, member);
        TransactionStatus planned = traceless.get((int) unit) ? IN_PROGRESS : plan.status(unit, member);
        TransactionStatus found = log.status(xid);
        boolean underWay = !exact && (found == IN_PROGRESS || (found == SUB_COMMITTED && planned == COMMITTED));
        if (found != planned && !underWay) {
            String what = found == IN_PROGRESS || found == SUB_COMMITTED ? "lost" : "invented";
            problems.add(what + ": xid=" + xid + " unit=" + unit + " member=" + member + " acknowledged=" + exact
                    + " planned=" + planned + " found=" + found);
        }
    }

    /** Does again what left a trace of those from {@code acknowledged} to {@code end}; from here on they are settled. */
    void replay(TransactionStatusLog log, long acknowledged, long end) {
        PlannedCommits commits = new PlannedCommits(plan, log);
        for (long unit = acknowledged; unit < end; unit++) {
            if (leftATrace(log, unit)) {
                commits.run(unit);
            } else {
                traceless.set((int) unit);
            }
        }
        settled = end;
    }

    private boolean leftATrace(TransactionStatusLog log, long unit) {
        for (int member = 0; member < CommitPlan.MEMBERS; member++) {
            if (log.status(plan.xid(unit, member)) != IN_PROGRESS) {
                return true;
            }
        }
        return false;
    }
}
