package dev.clog.cli.demo;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.cli.demo.DemoPlan.Tree;
import java.util.BitSet;

/**
 * Holds a log against the plan and the acknowledgements. Lost: a tree that was acknowledged and is not there, whole, with
 * its outcome. Invented: an id with a status that nobody meant it to have.
 *
 * <p>What was not acknowledged may be there or not. Nothing replays it in the demo, so a checkpoint that was cut by the
 * crash may have left a part of it, and children may be sub-committed.
 */
final class DemoProof {
    private final TransactionStatusLog log;
    private final DemoPlan plan;
    private final BitSet acknowledged;
    private final TransactionStatus[] expected = new TransactionStatus[DemoPlan.SLOT_XIDS];

    private long lost;
    private long invented;
    private long xids;

    /**
     * Prepares a proof.
     *
     * @param log the log, after the crash
     * @param plan what was to be done
     * @param acknowledged the slots whose trees were acknowledged
     */
    DemoProof(TransactionStatusLog log, DemoPlan plan, BitSet acknowledged) {
        this.log = log;
        this.plan = plan;
        this.acknowledged = acknowledged;
    }

    /** Looks at every id of the slots below {@code limit}. */
    void check(long limit) {
        for (long slot = 0; slot < limit; slot++) {
            check(plan.tree(slot), slot);
        }
    }

    private void check(Tree tree, long slot) {
        long first = DemoPlan.firstXid(slot);
        expect(tree, first);
        boolean whole = true;
        for (int i = 0; i < expected.length; i++) {
            long xid = first + i;
            if (!IdSpace.WRAPPING_32.isReserved(xid)) {
                TransactionStatus found = log.status(xid);
                whole &= found == expected[i];
                if (!mayBe(found, expected[i], xid != tree.xid())) {
                    invented++;
                }
                xids++;
            }
        }
        if (acknowledged.get(Math.toIntExact(slot)) && !whole) {
            lost++;
        }
    }

    private void expect(Tree tree, long first) {
        java.util.Arrays.fill(expected, TransactionStatus.IN_PROGRESS);
        expected[(int) (tree.xid() - first)] = tree.outcome();
        for (long child : tree.children()) {
            expected[(int) (child - first)] = tree.outcome();
        }
    }

    private static boolean mayBe(TransactionStatus found, TransactionStatus planned, boolean child) {
        return found == planned
                || found == TransactionStatus.IN_PROGRESS
                || (found == TransactionStatus.SUB_COMMITTED && planned == TransactionStatus.COMMITTED && child);
    }

    /** Acknowledged trees that are not there, whole. */
    long lost() {
        return lost;
    }

    /** Ids with a status that the plan does not give them. */
    long invented() {
        return invented;
    }

    /** Ids looked at. */
    long xids() {
        return xids;
    }
}
