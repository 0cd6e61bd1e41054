package dev.clog.groupcommit.status;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static dev.clog.groupcommit.status.Variants.PAGE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogClosedException;
import dev.clog.api.StatusChangeException;
import dev.clog.api.XidNotAssignedException;
import dev.clog.api.XidTooOldException;
import dev.clog.groupcommit.status.Variants.Variant;
import dev.clog.lock.HeldLocks;
import dev.clog.offheap.PagedStatusLog;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What all writers have in common. */
@DisplayName("STA-1, STA-3, STA-4, GRP-1, GRP-2: each writer sets trees as the log does")
class StatusWriterContractTest {
    private static final long[] NONE = {};

    static List<Variant> variants() {
        return Variants.all();
    }

    @AfterEach
    void shouldHoldNoLock() {
        assertEquals(0, HeldLocks.count());
    }

    @ParameterizedTest
    @MethodSource("variants")
    void shouldSetTrees(Variant variant) {
        try (PagedStatusLog log = variant.create(40);
                StatusWriter writer = StatusWriters.create(variant.writer(), log)) {
            long[] children = {8, 9, 100, PAGE + 1, 20L * PAGE, 39L * PAGE};
            writer.setTree(7, children, COMMITTED, 17);
            writer.setTree(10, new long[] {11, 2L * PAGE}, ABORTED, 0);
            writer.setTree(12, NONE, COMMITTED, 0);
            for (long child : children) {
                assertEquals(COMMITTED, log.status(child), Long.toString(child));
            }
            assertEquals(
                    List.of(COMMITTED, ABORTED, ABORTED, ABORTED, COMMITTED, IN_PROGRESS),
                    List.of(
                            log.status(7),
                            log.status(10),
                            log.status(11),
                            log.status(2L * PAGE),
                            log.status(12),
                            log.status(13)));
            assertEquals(17, log.latestLsn(7));
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void shouldRefuseWhatTheLogRefuses(Variant variant) {
        try (PagedStatusLog log = variant.create(1);
                StatusWriter writer = StatusWriters.create(variant.writer(), log)) {
            writer.setTree(7, new long[] {8}, COMMITTED, 0);
            writer.setTree(9, NONE, ABORTED, 0);
            assertThrows(StatusChangeException.class, () -> writer.setTree(7, NONE, ABORTED, 0));
            assertThrows(StatusChangeException.class, () -> writer.setTree(6, new long[] {9}, COMMITTED, 0));
            assertThrows(XidNotAssignedException.class, () -> writer.setTree(1L << 35, NONE, COMMITTED, 0));
            assertThrows(XidTooOldException.class, () -> writer.setTree(-5, NONE, COMMITTED, 0));
            assertThrows(IllegalArgumentException.class, () -> writer.setTree(7, new long[] {7}, COMMITTED, 0));
            assertThrows(IllegalArgumentException.class, () -> writer.setTree(7, NONE, IN_PROGRESS, 0));
            assertThrows(IllegalArgumentException.class, () -> writer.setTree(7, NONE, COMMITTED, -1));
            assertThrows(NullPointerException.class, () -> writer.setTree(7, null, COMMITTED, 0));
            writer.setTree(7, new long[] {8}, COMMITTED, 0);
            assertEquals(IN_PROGRESS, log.status(6));
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    void shouldRefuseCommitsOnceClosed(Variant variant) {
        try (PagedStatusLog log = variant.create(1)) {
            StatusWriter writer = StatusWriters.create(variant.writer(), log);
            writer.setTree(7, NONE, COMMITTED, 0);
            writer.close();
            writer.close();
            assertThrows(LogClosedException.class, () -> writer.setTree(8, NONE, COMMITTED, 0));
            log.setTree(9, NONE, COMMITTED, 0);
            assertEquals(List.of(COMMITTED, IN_PROGRESS), List.of(log.status(7), log.status(8)));
        }
    }

    @ParameterizedTest
    @MethodSource("variants")
    @DisplayName("no commit is lost where many threads commit, and each tree is whole")
    void shouldLoseNoCommit(Variant variant) {
        int threads = 8;
        int each = 150 * Crew.EFFORT;
        int pages = 6;
        long seed = Long.getLong("clog.seed", System.nanoTime());
        System.out.println("clog.seed=" + seed);
        AtomicInteger next = new AtomicInteger();
        int total = threads * each;
        try (PagedStatusLog log = variant.create(pages);
                StatusWriter writer = StatusWriters.create(variant.writer(), log)) {
            long[][] trees = new long[total][];
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < total; i++) {
                trees[i] = random.nextInt(4) == 0 ? new long[random.nextInt(1, 12)] : NONE;
                for (int k = 0; k < trees[i].length; k++) {
                    trees[i][k] = random.nextInt(PAGE / 2, pages * PAGE);
                }
            }
            try (Crew crew = new Crew()) {
                for (int t = 0; t < threads; t++) {
                    crew.start(() -> {
                        for (int i = next.getAndIncrement(); i < total; i = next.getAndIncrement()) {
                            writer.setTree(3 + i, trees[i], COMMITTED, 0);
                            assertEquals(COMMITTED, log.status(3 + i));
                        }
                        assertEquals(0, HeldLocks.count());
                    });
                }
            }
            for (int i = 0; i < total; i++) {
                assertEquals(COMMITTED, log.status(3 + i));
                assertTrue(Arrays.stream(trees[i]).allMatch(child -> log.status(child) == COMMITTED));
            }
            assertEquals(0, writer.statistics().overdue());
        }
    }
}
