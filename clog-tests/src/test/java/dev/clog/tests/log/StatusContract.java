package dev.clog.tests.log;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.FROZEN;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static dev.clog.api.TransactionStatus.SUB_COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.StatusChangeException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.XidNotAssignedException;
import dev.clog.api.XidTooOldException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Reading and setting statuses: FMT-5, STA-1, STA-3, STA-9. */
abstract class StatusContract extends TransactionStatusLogContract {
    private static final int LAST = 80_000;
    private static final int PARENT = 5;
    private static final int UNTOUCHED = 4;

    /** Children of {@link #PARENT}: none; in its word; on its page; on others; in others' words twice; unordered. */
    private static final List<int[]> TREES = List.of(
            new int[] {},
            new int[] {6, 7},
            new int[] {40, 700, 7_231},
            new int[] {7_232, 7_233, 39_999},
            new int[] {6, 40_003, 40_004, 79_000},
            new int[] {79_000, 8, 40_100, 7_300, 6, 700});

    static Stream<Arguments> trees() {
        return TREES.stream().flatMap(tree -> Stream.of(Arguments.of(tree, COMMITTED), Arguments.of(tree, ABORTED)));
    }

    @Test
    @DisplayName("FMT-5: invalid reads as aborted, bootstrap and frozen as committed, though no page holds them")
    void shouldAnswerReservedIds() {
        try (TransactionStatusLog log = create()) {
            assertEquals(
                    List.of(ABORTED, COMMITTED, COMMITTED),
                    LongStream.range(0, 3).mapToObj(log::status).toList());
            assertEquals(
                    List.of(ABORTED, COMMITTED, COMMITTED),
                    LongStream.range(0, 3).mapToObj(log::statusOrFrozen).toList());
        }
    }

    @Test
    @DisplayName("FMT-5: reserved ids have no status to set")
    void shouldRefuseToSetReservedIds() {
        try (TransactionStatusLog log = create()) {
            for (long xid = 0; xid < 3; xid++) {
                long reserved = xid;
                assertThrows(XidNotAssignedException.class, () -> log.setTree(reserved, new long[0], COMMITTED));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("trees")
    @DisplayName("STA-1: a tree gets its status as a whole, nobody else does, and it is in the files after a close")
    void shouldSetTheWholeTree(int[] children, TransactionStatus status) {
        try (TransactionStatusLog log = createTo(LAST)) {
            log.setTree(xid(PARENT), xids(children), status);
            assertOnlyTree(status, log, children);
        }
        try (TransactionStatusLog log = open(holding(LAST))) {
            assertOnlyTree(status, log, children);
        }
    }

    private void assertOnlyTree(TransactionStatus status, TransactionStatusLog log, int[] children) {
        long[] tree = LongStream.concat(LongStream.of(xid(PARENT)), Arrays.stream(xids(children)))
                .sorted()
                .toArray();
        for (long xid = xid(0); xid < xid(LAST); xid = idSpace().next(xid)) {
            TransactionStatus expected = Arrays.binarySearch(tree, xid) >= 0 ? status : IN_PROGRESS;
            if (log.status(xid) != expected) {
                assertStatus(expected, log, xid);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("trees")
    @DisplayName("STA-3: setting the same status again changes nothing")
    void shouldTakeTheSameStatusAgain(int[] children, TransactionStatus status) {
        try (TransactionStatusLog log = createTo(LAST)) {
            log.setTree(xid(PARENT), xids(children), status);
            log.setTree(xid(PARENT), xids(children), status);
            assertOnlyTree(status, log, children);
        }
    }

    @ParameterizedTest
    @MethodSource("trees")
    @DisplayName("STA-3: a tree with an id of the other final status is refused, and stays as it was")
    void shouldRefuseTheOtherFinalStatus(int[] children, TransactionStatus status) {
        TransactionStatus other = status == COMMITTED ? ABORTED : COMMITTED;
        long[] tree = LongStream.concat(LongStream.of(xid(PARENT)), Arrays.stream(xids(children)))
                .toArray();
        try (TransactionStatusLog log = createTo(LAST)) {
            for (int done = 0; done < tree.length; done++) {
                log.setTree(tree[done], new long[0], other);
                var refusal = assertThrows(
                        StatusChangeException.class, () -> log.setTree(xid(PARENT), xids(children), status));
                assertEquals(List.of(other, status), List.of(refusal.from(), refusal.to()));
                assertStatus(other, log, refusal.xid());
                assertTrue(refusal.getMessage().contains("xid " + refusal.xid()), refusal.getMessage());
                assertStatus(other, log, Arrays.copyOf(tree, done + 1));
                assertStatus(IN_PROGRESS, log, Arrays.copyOfRange(tree, done + 1, tree.length));
                assertStatus(IN_PROGRESS, log, xid(UNTOUCHED));
            }
        }
    }

    @Test
    @DisplayName("STA-3: a last child of the other status is refused before anything of a wide tree changes")
    void shouldCheckTheTreeBeforeItChanges() {
        long[] children = xids(6, 700, 7_300, 40_003, 79_000);
        try (TransactionStatusLog log = createTo(LAST)) {
            log.setTree(children[4], new long[0], ABORTED);
            assertThrows(StatusChangeException.class, () -> log.setTree(xid(PARENT), children, COMMITTED));
            assertStatus(IN_PROGRESS, log, Arrays.copyOf(children, 4));
            assertStatus(IN_PROGRESS, log, xid(PARENT));
        }
    }

    @Test
    @DisplayName("STA-3: sub-committed, as a crash leaves it, becomes committed or aborted")
    void shouldFinishSubCommitted() throws IOException {
        createTo(LAST).close();
        for (long xid : xids(PARENT, 7_300, 40_003)) {
            bits().put(xid, 3);
        }
        try (TransactionStatusLog log = open(holding(LAST))) {
            assertStatus(SUB_COMMITTED, log, xids(PARENT, 7_300, 40_003));
            log.setTree(xid(PARENT), xids(7_300), COMMITTED);
            log.setTree(xid(40_003), new long[0], ABORTED);
            assertStatus(COMMITTED, log, xids(PARENT, 7_300));
            assertStatus(ABORTED, log, xid(40_003));
        }
    }

    @Test
    @DisplayName("STA-9: below the horizon is an error that names both, or frozen for who asks so")
    void shouldRefuseIdsBelowTheHorizon() {
        try (TransactionStatusLog log = createTo(LAST)) {
            log.setTree(xid(10), xids(11, 40_003), COMMITTED);
        }
        try (TransactionStatusLog log = open(holding(LAST).withRange(xid(11), xid(LAST)))) {
            assertEquals(xid(11), log.oldestXid());
            var refusal = assertThrows(XidTooOldException.class, () -> log.status(xid(10)));
            assertEquals(List.of(xid(10), xid(11)), List.of(refusal.xid(), refusal.oldestXid()));
            assertTrue(refusal.getMessage().contains(Long.toString(xid(10))), refusal.getMessage());
            assertTrue(refusal.getMessage().contains(Long.toString(xid(11))), refusal.getMessage());
            assertThrows(XidTooOldException.class, () -> log.status(3));
            assertThrows(XidTooOldException.class, () -> log.setTree(xid(10), xids(12), ABORTED));
            assertStatus(IN_PROGRESS, log, xid(12));
            assertStatus(COMMITTED, log, xids(11, 40_003));
            assertEquals(List.of(FROZEN, FROZEN), List.of(log.statusOrFrozen(xid(10)), log.statusOrFrozen(3)));
            assertEquals(COMMITTED, log.statusOrFrozen(xid(11)));
        }
    }

    @Test
    @DisplayName("STA-9: beyond the pages is an error that names the id, and a tree that reaches there stays as it was")
    void shouldRefuseIdsBeyondTheEnd() {
        try (TransactionStatusLog log = create()) {
            assertEquals(xid(TO_NEXT_PAGE), log.endXid());
            for (long beyond : new long[] {log.endXid(), log.endXid() + 1, xid(LAST), Long.MAX_VALUE}) {
                assertEquals(
                        beyond,
                        assertThrows(XidNotAssignedException.class, () -> log.status(beyond))
                                .xid());
                assertThrows(XidNotAssignedException.class, () -> log.statusOrFrozen(beyond));
                assertThrows(
                        XidNotAssignedException.class,
                        () -> log.setTree(xid(PARENT), new long[] {xid(6), beyond}, COMMITTED));
            }
            assertStatus(IN_PROGRESS, log, xid(PARENT), xid(6), log.endXid() - 1);
        }
    }
}
