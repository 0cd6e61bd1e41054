package dev.clog.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.LogConfig;
import dev.clog.api.TransactionStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The comparison finds every single difference; the tests that rest on it find nothing otherwise. */
class LogDifferencesTest {
    private static final long SEED = 20_260_101;

    private final ModelLog expected = new ModelLog(LogConfig.wrapping32());
    private final ModelLog actual = new ModelLog(LogConfig.wrapping32());

    @Test
    void shouldFindNoneBetweenLogsOfTheSameTrees() {
        fill(200);
        assertEquals(List.of(), LogDifferences.between(expected, actual));
    }

    @Test
    void shouldFindEachTreeThatIsMissing() {
        List<Tree> trees = new TreeGenerator(SEED, IdSpace.WRAPPING_32, 3).next(60);
        trees.forEach(tree -> tree.extend(expected));
        trees.forEach(tree -> tree.set(expected));
        for (Tree missing : trees) {
            ModelLog log = new ModelLog(LogConfig.wrapping32());
            trees.forEach(tree -> tree.extend(log));
            trees.stream().filter(tree -> tree != missing).forEach(tree -> tree.set(log));
            List<String> lines = LogDifferences.between(expected, log);
            assertEquals(1 + missing.children().length, lines.size(), lines::toString);
            assertTrue(
                    lines.contains("xid " + missing.xid() + " is in progress, not " + missing.status()),
                    lines::toString);
        }
    }

    @Test
    void shouldFindAnIdThatEndedWithoutReason() {
        set(expected, 100, TransactionStatus.COMMITTED);
        set(actual, 100, TransactionStatus.COMMITTED);
        set(actual, 101, TransactionStatus.COMMITTED);
        assertEquals(List.of("xid 101 is committed, not in progress"), LogDifferences.between(expected, actual));
    }

    @Test
    void shouldFindOtherBounds() {
        actual.extendTo(40_000);
        actual.truncate(10);
        List<String> lines = LogDifferences.between(expected, actual);
        assertTrue(lines.contains("oldestXid is 10, not 3"), lines::toString);
        assertTrue(lines.contains("endXid is 65536, not 32768"), lines::toString);
        assertTrue(lines.contains("xid 3 is XidTooOldException, not in progress"), lines::toString);
        assertTrue(lines.contains("xid 32768 is in progress, not XidNotAssignedException"), lines::toString);
    }

    @Test
    void shouldAcceptWhatACrashMayLeave() {
        set(expected, 10, TransactionStatus.COMMITTED);
        expected.checkpoint();
        set(expected, 20, TransactionStatus.COMMITTED);
        set(expected, 30, TransactionStatus.ABORTED);
        set(actual, 10, TransactionStatus.COMMITTED);
        assertEquals(List.of(), LogDifferences.afterCrash(expected, actual));
        set(actual, 20, TransactionStatus.COMMITTED);
        assertEquals(List.of(), LogDifferences.afterCrash(expected, actual));
    }

    @Test
    void shouldFindWhatACrashMustNotLeave() {
        set(expected, 10, TransactionStatus.COMMITTED);
        set(expected, 11, TransactionStatus.ABORTED);
        expected.checkpoint();
        set(expected, 20, TransactionStatus.COMMITTED);
        set(actual, 11, TransactionStatus.COMMITTED);
        set(actual, 20, TransactionStatus.ABORTED);
        set(actual, 21, TransactionStatus.COMMITTED);
        List<String> lines = LogDifferences.afterCrash(expected, actual);
        assertEquals(
                List.of(
                        "xid 10 is in progress after the crash; it was durably committed and had ended committed",
                        "xid 11 is committed after the crash; it was durably aborted and had ended aborted",
                        "xid 20 is aborted after the crash; it was durably null and had ended committed",
                        "xid 21 is committed after the crash; it was durably null and had ended null"),
                lines);
    }

    @Test
    void shouldFindDurableIdsBeyondTheLog() {
        expected.extendTo(40_000);
        set(expected, 40_000, TransactionStatus.COMMITTED);
        expected.checkpoint();
        List<String> lines = LogDifferences.afterCrash(expected, actual);
        assertEquals(List.of("xid 40000 was durable and is beyond the log: endXid=32768"), lines);
    }

    private List<Tree> fill(int count) {
        List<Tree> trees = new TreeGenerator(SEED, IdSpace.WRAPPING_32, 3).next(count);
        for (Tree tree : trees) {
            for (ModelLog log : List.of(expected, actual)) {
                tree.extend(log);
                tree.set(log);
            }
        }
        return trees;
    }

    private static void set(ModelLog log, long xid, TransactionStatus status) {
        log.setTree(xid, new long[] {}, status);
    }
}
