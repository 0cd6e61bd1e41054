package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    private static final Path PAGES = TestData.fixture("pg15").resolve("pg_xact");

    @TempDir
    Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {"", "status", "inspect", "verify", "dump", "diff"})
    void shouldExplainItselfWhenAskedForHelp(String command) {
        List<String> words = command.isEmpty() ? List.of("--help") : List.of(command, "--help");
        CommandRun run = CommandRun.of(words);
        assertEquals(0, run.exitCode());
        assertTrue(run.out().contains("Usage: clog" + (command.isEmpty() ? "" : " " + command)), run.out());
        assertTrue(run.out().contains("Exit codes:"), run.out());
        assertEquals("", run.err());
        if (!command.isEmpty()) {
            assertEquals(run.out(), CommandRun.of("help", command).out());
            for (String option : List.of(
                    "--pgdata", "--oldest-xid", "--next-xid", "--oldest-active-xid", "--block-size", "--twophase")) {
                assertTrue(run.out().contains(option), option);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V", "status --version"})
    void shouldTellItsVersionWhenAsked(String words) {
        CommandRun run = CommandRun.of((Object[]) words.split(" "));
        assertEquals(0, run.exitCode());
        assertTrue(run.out().matches("clog \\d+\\.\\d+\\.\\d+.*\n"), run.out());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "frobnicate",
                "status",
                "status DIR",
                "status DIR abc",
                "status DIR -- -5",
                "status DIR 0x",
                "status DIR 5 --frobnicate",
                "status DIR 5 --next-xid",
                "status DIR 5 --next-xid abc",
                "status DIR 5 --next-xid 1",
                "status DIR 5 --next-xid -1",
                "status DIR 5 --oldest-xid 9999999999 --next-xid 5000000000",
                "status DIR 5 --block-size 8191",
                "status DIR 5 --block-size 0",
                "status DIR 5 --block-size 65536",
                "verify",
                "verify DIR --format yaml",
                "verify DIR DIR",
                "dump DIR --from 10 --to 9",
                "dump DIR --format text",
                "diff DIR",
            })
    void shouldSayWhatIsWrongInOneLineWhenTheUsageIs(String words) {
        CommandRun run = CommandRun.of((Object[]) words(words));
        assertEquals(2, run.exitCode(), run.text());
        assertEquals("", run.out());
        assertEquals(2, run.errLines().size(), run.err());
        assertTrue(run.errLines().get(0).startsWith("clog: "), run.err());
        assertTrue(run.errLines().get(1).matches("Try 'clog( \\w+)? --help'\\."), run.err());
    }

    private static String[] words(String line) {
        return line.isEmpty()
                ? new String[0]
                : line.replace("DIR", PAGES.toString()).split(" ");
    }

    @Test
    void shouldShowATraceOnlyWhenDebugging() {
        Path nowhere = scratch.resolve("nowhere");
        for (List<?> words : List.of(List.of("inspect", nowhere), List.of("frobnicate"))) {
            CommandRun plain = CommandRun.of(words);
            assertFalse(plain.err().contains("\tat "), plain.err());
            Object[] debug = Stream.concat(words.stream(), Stream.of("--debug")).toArray();
            CommandRun traced = CommandRun.of(debug);
            assertEquals(plain.exitCode(), traced.exitCode());
            assertTrue(traced.err().startsWith(plain.err()), traced.err());
            assertTrue(traced.err().contains("\tat "), traced.err());
        }
    }

    @Test
    void shouldNameFileAndReasonWhenAFileCanNotBeRead() throws IOException {
        Path file = Files.writeString(scratch.resolve("a file"), "x");
        Path nowhere = scratch.resolve("nowhere");
        List<List<?>> commands = List.of(
                List.of("inspect", nowhere),
                List.of("inspect", file),
                List.of("verify", PAGES, "--pgdata", nowhere),
                List.of("verify", PAGES, "--twophase", nowhere),
                List.of("status", PAGES, "--from", nowhere),
                List.of("status", PAGES, "--from", scratch),
                List.of("diff", PAGES, nowhere));
        for (List<?> words : commands) {
            CommandRun run = CommandRun.of(words);
            assertEquals(2, run.exitCode(), run.text());
            assertEquals(1, run.errLines().size(), run.err());
            assertTrue(run.err().startsWith("clog: "), run.err());
            assertFalse(run.err().contains("unexpected"), run.err());
            Object named = words.contains(nowhere) ? nowhere : words.contains(file) ? file : scratch;
            assertTrue(run.err().contains(named.toString()), run.err());
        }
    }

    @Test
    void shouldStayOneLineWhenANameHoldsALineBreak() throws IOException {
        Path pages = TestData.copy(PAGES, scratch.resolve("pg_xact"));
        Files.writeString(pages.resolve("bad\nname\u001B[31m\""), "x");
        CommandRun verify = CommandRun.of("verify", pages);
        assertEquals(1, verify.exitCode(), verify.text());
        assertTrue(verify.out().contains("bad\\nname\\x1b[31m\""), verify.out());
        assertFalse(verify.out().contains("\u001B"));
        assertTrue(
                CommandRun.of("inspect", pages).out().contains("no segment: bad\\nname\\x1b[31m\" (file, 1 byte)\n"));
        CommandRun json = CommandRun.of("verify", pages, "--format", "json");
        assertTrue(json.out().contains("bad\\u000aname\\u001b[31m\\\""), json.out());
        assertEquals(1, json.outLines().size());
        assertTrue(CommandRun.of("inspect", pages.resolve("a\nb")).err().endsWith("a\\nb: No such file or folder\n"));
    }
}
