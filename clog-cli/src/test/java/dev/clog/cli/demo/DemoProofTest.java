package dev.clog.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.clog.api.LogConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.cli.demo.DemoPlan.Tree;
import dev.clog.groupcommit.PageLogs;
import java.nio.file.Path;
import java.util.BitSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** FLT-3: the proof of the demo finds what it is there to find. */
class DemoProofTest {
    private static final int SLOTS = 2_000;

    @TempDir
    private Path temp;

    private final DemoPlan plan = new DemoPlan(42);
    private final BitSet acknowledged = new BitSet();
    private TransactionStatusLog log;

    @BeforeEach
    void openALog() {
        log = PageLogs.createStatuses(
                temp.resolve("log"), LogConfig.wrapping32().withRange(DemoPlan.FIRST_XID, DemoPlan.FIRST_XID));
        log.extendTo(DemoPlan.firstXid(SLOTS));
    }

    @AfterEach
    void closeTheLog() {
        log.close();
    }

    private void set(int slot) {
        Tree tree = plan.tree(slot);
        if (tree.outcome().isFinal()) {
            log.setTree(tree.xid(), tree.children(), tree.outcome());
        }
        acknowledged.set(slot);
    }

    private DemoProof proof() {
        DemoProof proof = new DemoProof(log, plan, acknowledged);
        proof.check(SLOTS);
        return proof;
    }

    private int slotThat(java.util.function.Predicate<Tree> fits) {
        int slot = 0;
        while (!fits.test(plan.tree(slot))) {
            slot++;
        }
        return slot;
    }

    @Test
    void shouldFindNothingInALogThatFollowedThePlanAcrossTheWrap() {
        for (int slot = 0; slot < SLOTS; slot++) {
            set(slot);
        }
        DemoProof proof = proof();
        assertEquals(0, proof.lost());
        assertEquals(0, proof.invented());
        assertEquals(SLOTS * 100L - 3, proof.xids());
    }

    @Test
    void shouldCountAnAcknowledgedTreeThatIsNotThere() {
        acknowledged.set(slotThat(tree -> tree.outcome() == TransactionStatus.ABORTED));
        assertEquals(1, proof().lost());
        assertEquals(0, proof().invented());
    }

    @Test
    void shouldCountALostChild() {
        int slot = slotThat(tree -> tree.children().length > 50 && tree.outcome() == TransactionStatus.COMMITTED);
        Tree tree = plan.tree(slot);
        long[] allButOne = java.util.Arrays.copyOf(tree.children(), tree.children().length - 1);
        log.setTree(tree.xid(), allButOne, tree.outcome());
        acknowledged.set(slot);
        assertEquals(1, proof().lost());
        acknowledged.clear();
        assertEquals(0, proof().lost(), "not acknowledged, not lost");
        assertEquals(0, proof().invented());
    }

    @Test
    void shouldCountAnIdThatNobodyEnded() {
        int slot = slotThat(tree -> tree.outcome() == TransactionStatus.IN_PROGRESS);
        log.setTree(plan.tree(slot).xid(), new long[0], TransactionStatus.COMMITTED);
        assertEquals(1, proof().invented());
    }

    @Test
    void shouldCountATurnedOutcome() {
        int slot = slotThat(tree -> tree.outcome() == TransactionStatus.COMMITTED && tree.children().length == 0);
        log.setTree(plan.tree(slot).xid(), new long[0], TransactionStatus.ABORTED);
        acknowledged.set(slot);
        assertEquals(1, proof().invented());
        assertEquals(1, proof().lost());
    }
}
