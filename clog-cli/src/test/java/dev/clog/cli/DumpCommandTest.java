package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpCommandTest {
    private static final Path DATA = TestData.fixture("wrap");
    private static final Path PAGES = DATA.resolve("pg_xact");

    @TempDir
    Path scratch;

    private static CommandRun dump(Path pages, Object... more) {
        return CommandRun.of(
                Stream.concat(Stream.of("dump", pages), Stream.of(more)).toArray());
    }

    @Test
    void shouldSayWhatStatusSaysWhenTheIdsAreOrdinary() {
        Object[] xids = LongStream.rangeClosed(4294900001L, 4294900999L).boxed().toArray();
        CommandRun status = CommandRun.of(Stream.concat(Stream.of("status", PAGES, "--pgdata", DATA), Stream.of(xids))
                .toArray());
        CommandRun dump = dump(PAGES, "--pgdata", DATA, "--from", 4294900001L, "--to", 4294900999L);
        assertEquals(1000, dump.outLines().size());
        assertEquals(status, dump);
    }

    @Test
    void shouldBeginAndEndWithTheRangeWhenNeitherEndIsGiven() {
        List<String> lines = dump(PAGES, "--pgdata", DATA).outLines();
        assertEquals(1 + 4295005067L - 4294900001L, lines.size());
        assertTrue(lines.get(1).startsWith("4294900001,"));
        assertTrue(lines.get(lines.size() - 1).startsWith("4295005066,"));
    }

    @Test
    void shouldGiveTheSameIdsWhenTheFormIsJson() {
        List<String> csv = dump(PAGES, "--pgdata", DATA, "--from", 4294967293L, "--to", 4294967300L)
                .outLines();
        String json = dump(PAGES, "--pgdata", DATA, "--from", 4294967293L, "--to", 4294967300L, "--format", "json")
                .out();
        String expected = csv.stream()
                .skip(1)
                .map(row -> row.replaceFirst("(\\d+),(.*)", "{\"xid\":$1,\"status\":\"$2\"}"))
                .reduce((a, b) -> a + ",\n" + b)
                .orElseThrow();
        assertEquals("{\"statuses\":[\n" + expected + "\n]}\n", json);
    }

    @Test
    void shouldPrintTheBytesOfTheFileWhenTheFormIsHex() throws IOException {
        CommandRun run = dump(PAGES, "--pgdata", DATA, "--from", 4294967200L, "--to", 4294967347L, "--format", "hex");
        assertEquals(0, run.exitCode(), run.text());
        List<String> lines = run.outLines();
        assertEquals(PAGES.resolve("0FFF") + " bytes 262120..262143 XIDs 4294967200..4294967295", lines.get(0));
        byte[] old = Files.readAllBytes(PAGES.resolve("0FFF"));
        assertTrue(lines.get(2).startsWith("0003fff0 " + hex(old, 262128, 8) + "  " + hex(old, 262136, 8)), run.out());
        assertEquals(PAGES.resolve("0000") + " bytes 0..12 XIDs 4294967296..4294967347", lines.get(3));
        byte[] young = Files.readAllBytes(PAGES.resolve("0000"));
        assertTrue(lines.get(4).startsWith("00000000 " + hex(young, 0, 8) + "  " + hex(young, 8, 5)), run.out());
        assertEquals(5, lines.size());
    }

    private static String hex(byte[] bytes, int offset, int length) {
        StringBuilder hex = new StringBuilder();
        for (int i = offset; i < offset + length; i++) {
            hex.append(hex.isEmpty() ? "" : " ").append(String.format("%02x", bytes[i]));
        }
        return hex.toString();
    }

    @Test
    void shouldNameIdsAndRangeWhenSomeAreOutsideIt() {
        for (String format : List.of("csv", "json", "hex")) {
            CommandRun run =
                    dump(PAGES, "--pgdata", DATA, "--from", 4294899999L, "--to", 4295005070L, "--format", format);
            assertEquals(1, run.exitCode(), run.err());
            assertEquals(
                    List.of(
                            "clog: XIDs 4294899999..4294900000 are outside [oldest 4294900001, next 4295005067)",
                            "clog: XIDs 4295005067..4295005070 are outside [oldest 4294900001, next 4295005067)"),
                    run.errLines());
            assertTrue(run.out().contains("4294900001"), "the others are dumped");
        }
        CommandRun outside = dump(PAGES, "--pgdata", DATA, "--from", 4295005067L, "--to", 4295005068L);
        assertEquals("xid,status\n", outside.out());
        assertEquals(1, outside.errLines().size(), outside.err());
        assertEquals(1, outside.exitCode());
    }

    @Test
    void shouldNameFileAndIdsWhenSomeCanNotBeRead() throws IOException {
        Path pages = TestData.copy(PAGES, scratch.resolve("pg_xact"));
        Files.delete(pages.resolve("0FFF"));
        for (String format : List.of("csv", "json", "hex")) {
            CommandRun run = dump(pages, "--pgdata", DATA, "--format", format);
            assertEquals(2, run.exitCode(), run.err());
            assertEquals(1, run.errLines().size(), run.err());
            assertTrue(run.err().contains("XIDs 4294900001..4294967295"), run.err());
            assertTrue(run.out().contains("4294967299") || format.equals("hex"), "the others are dumped");
        }
    }

    @Test
    void shouldPrintNoIdWhenTheFolderIsEmpty() throws IOException {
        Path empty = Files.createDirectory(scratch.resolve("empty"));
        assertEquals("xid,status\n", dump(empty).out());
        assertEquals("", dump(empty, "--format", "hex").out());
        assertEquals(0, dump(empty).exitCode());
    }
}
