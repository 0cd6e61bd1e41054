package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.TransactionStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** FMT-1 to FMT-4 on the files of real servers, by the range in their own control files. */
class FixtureStatusTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "pg15, pg_xact, 1", "pg15, pg_xact_crashed, 2",
        "pg18, pg_xact, 1", "pg18, pg_xact_crashed, 2",
        "wrap, pg_xact, 1", "wrap, pg_xact_crashed, 2",
    })
    void shouldAnswerAsTheBitsSayWhenAskedForEveryRow(String fixture, String pages, int column) throws IOException {
        Path root = TestData.copy(TestData.fixture(fixture), folder.resolve(fixture));
        Map<String, String> before = TestData.snapshot(root);

        CommandRun run =
                CommandRun.of("status", root.resolve(pages), "--pgdata", root, "--from", root.resolve("rawbits.csv"));

        List<String> expected = Files.readAllLines(root.resolve("rawbits.csv")).stream()
                .skip(1)
                .map(row -> row.split(","))
                .map(cells -> cells[0] + "," + TransactionStatus.ofCode(Integer.parseInt(cells[column])))
                .toList();
        assertEquals(5059, expected.size());
        List<String> lines = run.outLines();
        assertEquals("xid,status", lines.get(0));
        assertEquals(expected, lines.subList(1, lines.size()));
        assertEquals("", run.err());
        assertEquals(0, run.exitCode());
        assertEquals(before, TestData.snapshot(root));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pg15", "pg18", "wrap"})
    void shouldAnswerWithoutARangeWhenTheFilesHoldTheIds(String fixture) throws IOException {
        Path root = TestData.fixture(fixture);
        List<String> expected = CommandRun.of(
                        "status", root.resolve("pg_xact"), "--pgdata", root, "--from", root.resolve("rawbits.csv"))
                .outLines();
        CommandRun run = CommandRun.of("status", root.resolve("pg_xact"), "--from", root.resolve("rawbits.csv"));
        assertEquals(expected, run.outLines(), run.err());
        assertEquals(0, run.exitCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pg15", "pg18", "wrap"})
    void shouldFindNothingWhenAServerEndedCleanly(String fixture) throws IOException {
        Path root = TestData.copy(TestData.fixture(fixture), folder.resolve(fixture));
        Map<String, String> before = TestData.snapshot(root);
        CommandRun run = CommandRun.of("verify", root.resolve("pg_xact"), "--pgdata", root);
        assertEquals(0, run.exitCode(), run.text());
        assertTrue(run.out().endsWith("no findings\n"), run.text());
        assertEquals("", run.err());
        assertEquals(before, TestData.snapshot(root));
    }

    @ParameterizedTest
    @CsvSource({"pg15, 716, 110786", "pg18, 744, 110814", "wrap, 4294900001, 4295005067"})
    void shouldNameIdAndRangeWhenAnIdIsOutsideIt(String fixture, long oldest, long next) {
        Path root = TestData.fixture(fixture);
        CommandRun run =
                CommandRun.of("status", root.resolve("pg_xact"), "--pgdata", root, next, oldest - 1, oldest, next - 1);
        assertEquals(1, run.exitCode(), run.text());
        assertEquals(
                List.of(
                        "clog: XID " + next + " is outside [oldest " + oldest + ", next " + next + ")",
                        "clog: XID " + (oldest - 1) + " is outside [oldest " + oldest + ", next " + next + ")"),
                run.errLines());
        assertEquals(3, run.outLines().size(), run.text());
    }
}
