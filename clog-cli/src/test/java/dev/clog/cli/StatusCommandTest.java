package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusCommandTest {
    private static final Path DATA = TestData.fixture("pg15");
    private static final Path PAGES = DATA.resolve("pg_xact");

    @TempDir
    Path scratch;

    @Test
    void shouldAnswerInTheOrderAskedWhenIdsAreMixedAndRepeated() throws IOException {
        Path file = Files.writeString(scratch.resolve("ids.csv"), "xid\n727\n1672\n99999999\n727\n");
        CommandRun run =
                CommandRun.of("status", PAGES, "--pgdata", DATA, "1672", "0x2d7", "1672", "99999999", "--from", file);
        assertEquals(
                List.of(
                        "xid,status",
                        "1672,in progress",
                        "727,committed",
                        "1672,in progress",
                        "727,committed",
                        "1672,in progress",
                        "727,committed"),
                run.outLines());
        String outside = "clog: XID 99999999 is outside [oldest 716, next 110786)";
        assertEquals(List.of(outside, outside), run.errLines());
        assertEquals(1, run.exitCode());
    }

    /** FMT-5. */
    @Test
    void shouldAnswerWithoutALookAtTheRangeWhenTheIdIsReserved() {
        CommandRun run = CommandRun.of("status", PAGES, "--pgdata", DATA, 0, 1, 2);
        assertEquals(List.of("xid,status", "0,aborted", "1,committed", "2,committed"), run.outLines());
        assertEquals(0, run.exitCode());
    }

    @Test
    void shouldReadTheLowWordsWhenThe32BitIdsOfAWrappedServerAreAsked() {
        Path data = TestData.fixture("wrap");
        CommandRun wide = CommandRun.of(
                "status", data.resolve("pg_xact"), "--pgdata", data, 4294900005L, 4294967299L, 4295005066L);
        CommandRun narrow = CommandRun.of("status", data.resolve("pg_xact"), "--pgdata", data, 4294900005L, 3, 37770);
        assertEquals(statuses(wide), statuses(narrow), narrow.text());
        assertEquals(3, statuses(wide).size());
    }

    private static List<String> statuses(CommandRun run) {
        return run.outLines().stream()
                .skip(1)
                .map(row -> row.substring(row.indexOf(',')))
                .toList();
    }
}
