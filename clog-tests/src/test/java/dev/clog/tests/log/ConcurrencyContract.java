package dev.clog.tests.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.TransactionStatusLog;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Many threads at once: STA-1, LIF-3. */
abstract class ConcurrencyContract extends TransactionStatusLogContract {
    /** Past the ids that are never handed out. */
    private static final int FIRST = TO_NEXT_SEGMENT + 100;
    /** Fewer where each tree reads and writes dozens of pages. */
    private static final int TREES_IN_CACHE = 400;

    private int trees() {
        return kind().isResident() ? TreeVisibility.MOST_TREES : TREES_IN_CACHE;
    }

    @Test
    @DisplayName("STA-1: no child is seen committed before its parent, and checkpoints lose nothing")
    void shouldShowATreeAtOneInstant() throws Exception {
        long seed = ThreadLocalRandom.current().nextLong();
        TreeVisibility run;
        try (TransactionStatusLog log = createTo(FIRST + TreeVisibility.XIDS)) {
            run = new TreeVisibility(log, xid(FIRST), trees(), seed);
            run.run();
            assertEquals(0, run.violations(), () -> "seed=" + seed);
            assertTrue(run.committedSeen() > 100, () -> "seed=" + seed + " committedSeen=" + run.committedSeen());
            assertAllSet(log, run);
        }
        try (TransactionStatusLog log = open(holding(FIRST + TreeVisibility.XIDS))) {
            assertAllSet(log, run);
        }
    }

    private void assertAllSet(TransactionStatusLog log, TreeVisibility run) {
        for (int tree = 0; tree < trees(); tree++) {
            for (int member = 0; member <= TreeVisibility.CHILDREN; member++) {
                assertStatus(TreeVisibility.finalStatus(tree), log, run.xid(tree, member));
            }
        }
    }

    @Test
    @DisplayName("STA-1: a log that sets children first is found out")
    void shouldFindOutALogThatSetsChildrenFirst() throws Exception {
        long seed = ThreadLocalRandom.current().nextLong();
        try (TransactionStatusLog log = createTo(FIRST + TreeVisibility.XIDS)) {
            TreeVisibility run = new TreeVisibility(ChildrenFirstLog.of(log), xid(FIRST), trees(), seed);
            run.run();
            assertTrue(run.violations() > 0, () -> "seed=" + seed);
        }
    }
}
