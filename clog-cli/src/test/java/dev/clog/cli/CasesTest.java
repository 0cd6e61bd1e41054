package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * FLT-2 on every folder in testdata/cases: what its {@code expect.txt} says, and that nothing in it is created or
 * changed. The case without permissions is in {@link NoPermissionTest}.
 */
class CasesTest {

    @TempDir
    Path scratch;

    private CaseFolder folder;

    private CaseFolder copy(String name) throws IOException {
        folder = CaseFolder.copy(name, scratch);
        return folder;
    }

    @AfterEach
    void nothingHasChanged() throws IOException {
        if (folder != null) {
            assertTrue(folder.isUntouched());
        }
    }

    @Test
    void shouldHaveATestForEveryCase() throws IOException {
        Set<String> tested = new TreeSet<>();
        Path sources = Path.of(System.getProperty("clog.root"), "clog-cli/src/test/java/dev/clog/cli");
        String text = Files.readString(sources.resolve("CasesTest.java"))
                + Files.readString(sources.resolve("NoPermissionTest.java"));
        try (Stream<Path> cases = Files.list(TestData.cases())) {
            Set<String> names = cases.map(path -> path.getFileName().toString()).collect(Collectors.toSet());
            names.stream()
                    .filter(name -> text.contains("copy(\"" + name + "\""))
                    .forEach(tested::add);
            assertEquals(new TreeSet<>(names), tested);
        }
    }

    @Test
    void shouldNameFileAndIdsWhenAnOldSegmentIsMissing() throws IOException {
        copy("01-missing-old-segment");
        assertFinding("ERROR", "MISSING_SEGMENT", "0000", 716, 1048575);

        CommandRun inspect = folder.run("inspect", "--format", "csv");
        assertEquals(0, inspect.exitCode(), inspect.text());
        assertEquals(2, inspect.outLines().size(), "segment 0001 still decoded: " + inspect.text());
        assertTrue(inspect.outLines().get(1).startsWith("0001,8192,1,1048576,1081272,"), inspect.text());

        CommandRun status = folder.run("status", 1048576, 716, 1081272);
        assertEquals(2, status.exitCode(), status.text());
        assertEquals(3, status.outLines().size(), status.text());
        assertEquals(1, status.errLines().size(), status.text());
        assertTrue(status.err().contains("716") && status.err().contains("pg_xact/0000"), status.text());
    }

    @Test
    void shouldNameTheFileWhenTheCurrentSegmentIsMissing() throws IOException {
        copy("02-missing-current-segment");
        String line = assertFinding("ERROR", "MISSING_CURRENT_SEGMENT", "0001", 1048576, 1081272);
        assertTrue(line.contains("1081273"), line);
    }

    @Test
    void shouldFindNothingWhenTheNextIdIsTheFirstOfAPageThatIsNotThereYet() throws IOException {
        copy("04-next-on-page-boundary-ok");
        assertClean();
    }

    @Test
    void shouldNameOffsetAndIdWhenTheLastSegmentEndsTooEarly() throws IOException {
        copy("05-enospc-short-tail");
        String line = assertFinding("ERROR", "SHORT_SEGMENT", "000D", 14286848, 14286850);
        assertTrue(line.contains("offset 163840"), line);
        assertTrue(line.contains("20 pages") && line.contains("page 20") && line.contains("14286850"), line);
        assertTrue(line.contains("restore") || line.contains("replay"), line);
    }

    @Test
    void shouldNameIdAndRangeWhenTheIdIsAbsurd() throws IOException {
        copy("08-absurd-xid");
        CommandRun run = folder.run("status", 4294918145L);
        assertEquals(1, run.exitCode());
        assertEquals("clog: XID 4294918145 is outside [oldest 716, next 1081273)\n", run.err());
        assertEquals("xid,status\n", run.out());
        assertEquals(run.err(), folder.run("status", "0xFFFF4001").err(), "in hex");
    }

    @Test
    void shouldNameSegmentAndCountWhenASegmentWasReplacedByZeros() throws IOException {
        copy("09-zero-segment-dd-fix");
        String line = assertFinding(null, "ZERO_SEGMENT", "0000", 716, 1048575);
        assertTrue(line.contains("1047860"), line);
        assertTrue(line.contains("aborted"), line);
    }

    @Test
    void shouldSayThatItLooksFabricatedWhenASegmentIsAllCommitted() throws IOException {
        copy("11-all-committed-fabricated");
        String line = assertFinding("WARNING", "ALL_COMMITTED", "0000", 716, 1048575);
        assertTrue(line.contains("1047860") && line.contains("fabricated"), line);
        String reserved = assertFinding("WARNING", "RESERVED_SET", "0000", 0, 2);
        assertTrue(reserved.contains("offset 0"), reserved);
        assertTrue(folder.run("verify").out().lines().noneMatch(l -> l.startsWith("ERROR")), "structurally valid");
    }

    @Test
    void shouldNameByteAndIdsWhenABitDiffersFromTheReference() throws IOException {
        copy("13-single-bit-flip");
        CommandRun verify = folder.run("verify");
        assertEquals(0, verify.exitCode(), verify.text());
        assertTrue(verify.out().contains("no checksum"), verify.text());
        assertTrue(verify.out().contains("not verified"), verify.text());

        Path reference = folder.folder().resolve("ref");
        CommandRun diff = folder.run("diff", reference);
        assertEquals(1, diff.exitCode(), diff.text());
        String line = line(diff, "pg_xact/0000");
        assertTrue(line.contains("9000"), line);
        assertTrue(line.contains("36000..36003"), line);
        List<String> rows = folder.run("diff", reference, "--format", "csv").outLines();
        assertEquals(2, rows.size(), "one id has changed");
        assertTrue(rows.get(1).matches("3600[0-3],3600[0-3],[a-z -]+,[a-z -]+"), rows.get(1));

        CommandRun same = CommandRun.of("diff", reference, reference);
        assertEquals(0, same.exitCode(), same.text());
    }

    @Test
    void shouldOrderSegmentsByAgeWhenIdsHaveWrapped() throws IOException {
        copy("15-wraparound-0FFF-0000");
        assertClean();
        CommandRun inspect = folder.run("inspect");
        assertEquals(0, inspect.exitCode(), inspect.text());
        assertTrue(inspect.outLines().get(1).startsWith("0FFF "), inspect.text());
        assertTrue(inspect.outLines().get(2).startsWith("0000 "), inspect.text());
        assertTrue(
                inspect.out()
                        .contains(
                                "ids 4294960001..4294980014, in 32 bits 4294960001..4294967295 and 3..12718: 20011\n"),
                inspect.text());
        assertTrue(
                inspect.out().contains("4294967296 invalid, 4294967297 bootstrap, 4294967298 frozen\n"),
                inspect.text());

        List<String> dump =
                folder.run("dump", "--from", 4294967295L, "--to", 4294967299L).outLines();
        assertTrue(dump.get(1).startsWith("4294967295,"), dump.toString());
        assertEquals(List.of("4294967296,invalid", "4294967297,bootstrap", "4294967298,frozen"), dump.subList(2, 5));
        assertTrue(dump.get(5).startsWith("4294967299,"), dump.toString());
        assertEquals(
                dump.subList(5, 6),
                folder.run("status", 3).outLines().stream()
                        .skip(1)
                        .map(row -> row.replaceFirst("^3,", "4294967299,"))
                        .toList());
    }

    @Test
    void shouldGiveAdviceWhenTheNextIdJumpedWithoutItsSegment() throws IOException {
        copy("16-resetwal-jump-no-segment");
        CommandRun run = folder.run("verify");
        assertEquals(1, run.exitCode(), run.text());
        String line = line(run, "MISSING_CURRENT_SEGMENT");
        assertTrue(line.startsWith("ERROR"), line);
        for (String word : List.of("pg_xact/0773", "2000000000", "page 11", "90112", "0x200000", "-x", "-u")) {
            assertTrue(line.contains(word), word + " in " + line);
        }
    }

    @Test
    void shouldNameTheHoleWhenASegmentIsMissingInTheMiddle() throws IOException {
        copy("17-gap-in-middle");
        String line = assertFinding("ERROR", "MISSING_SEGMENT", "0001", 1048576, 2097151);
        assertTrue(line.contains("0000") && line.contains("0002"), line);
    }

    @Test
    void shouldSayDanglingWhenASegmentIsALinkToNothing() throws IOException {
        copy("19-unreadable-dangling");
        String line = assertFinding("ERROR", "DANGLING_LINK", "0000", 716, 1048575);
        assertTrue(line.contains("dangling symbolic link"), line);
        assertFalse(Files.exists(Path.of("/nonexistent")));
        CommandRun status = folder.run("status", 716);
        assertEquals(2, status.exitCode(), status.text());
        assertTrue(status.err().contains("pg_xact/0000"), status.text());
    }

    @Test
    void shouldFindARaggedFileWhenTheLinkWasCopiedAsAFile() throws IOException {
        Path pages = TestData.cases().resolve("19-unreadable-dangling").resolve("pg_xact");
        CommandRun run = CommandRun.of("verify", pages, "--oldest-xid", 716, "--next-xid", 1081273);
        assertEquals(1, run.exitCode(), run.text());
        assertTrue(run.out().contains("pg_xact/0000"), run.text());
    }

    @Test
    void shouldSayFolderWhenASegmentIsOne() throws IOException {
        copy("19-unreadable-dir");
        String line = assertFinding("ERROR", "NOT_A_FILE", "0000", 716, 1048575);
        assertTrue(line.contains("directory") || line.contains("folder"), line);
        CommandRun inspect = folder.run("inspect");
        assertEquals(2, inspect.exitCode(), inspect.text());
        assertTrue(inspect.err().contains("pg_xact/0000"), inspect.text());
        assertTrue(inspect.out().contains("\n0001 "), "segment 0001 still decoded: " + inspect.text());
    }

    @Test
    void shouldSayThatThereIsNothingWhenTheFolderIsEmpty() throws IOException {
        copy("22-empty-directory");
        CommandRun run = folder.run("verify");
        assertEquals(1, run.exitCode(), run.text());
        String line = line(run, "EMPTY_FOLDER");
        assertTrue(line.startsWith("ERROR") && line.contains("1081273"), line);
        assertEquals(0, folder.run("inspect").exitCode());
    }

    @Test
    void shouldSayWhatIsMissingWhenTheFolderIsNotThere() throws IOException {
        copy("22-empty-directory");
        Path nowhere = folder.folder().resolve("pg_clog");
        for (String command : List.of("verify", "inspect", "status", "dump")) {
            CommandRun run =
                    command.equals("status") ? CommandRun.of(command, nowhere, 5) : CommandRun.of(command, nowhere);
            assertEquals(2, run.exitCode(), run.text());
            assertEquals(1, run.errLines().size(), run.text());
            assertTrue(run.err().startsWith("clog: ") && run.err().contains(nowhere.toString()), run.text());
            assertEquals("", run.out());
        }
    }

    @Test
    void shouldSayMovingSnapshotWhenAServerUsesTheFolder() throws IOException {
        copy("23-live-or-lagging-copy");
        CommandRun run = folder.run("verify");
        assertEquals(1, run.exitCode(), run.text());
        String live = line(run, "LIVE_FOLDER");
        assertTrue(live.startsWith("WARNING") && live.contains("moving snapshot"), live);
        assertTrue(live.contains("postmaster.pid"), live);
        String tail = run.outLines().stream()
                .filter(l -> l.contains("pg_xact/0001"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(run.text()));
        assertTrue(tail.startsWith("WARNING") && tail.contains("not yet flushed"), tail);

        CommandRun told = folder.run("verify", "--no-live");
        assertTrue(line(told, "pg_xact/0001").startsWith("ERROR"), told.text());
    }

    @Test
    void shouldNamePreparedTransactionsWhenTheyLieOutsideTheRange() throws IOException {
        copy("25-orphan-2pc-file");
        CommandRun run = folder.run("verify", "--twophase", folder.folder().resolve("pg_twophase"));
        assertEquals(1, run.exitCode(), run.text());
        String old = line(run, "PREPARED_TOO_OLD");
        assertTrue(old.contains("pg_twophase/000002BC") && old.contains("700"), old);
        String future = line(run, "PREPARED_IN_FUTURE");
        assertTrue(future.contains("pg_twophase/7FFFFFF0") && future.contains("2147483632"), future);
        assertTrue(run.out().lines().noneMatch(l -> l.startsWith("ERROR")), "the pages are sound: " + run.text());
        assertEquals(0, folder.run("verify").exitCode(), "not looked at without --twophase");
    }

    private void assertClean() {
        CommandRun text = folder.run("verify");
        assertEquals(0, text.exitCode(), text.text());
        assertEquals("", text.err());
        CommandRun json = folder.run("verify", "--format", "json");
        assertEquals(0, json.exitCode());
        assertEquals("{\"findings\":[]}\n", json.out());
    }

    /** Asserts a finding in both forms; the line of the text form is the result. */
    private String assertFinding(String severity, String code, String file, long firstXid, long lastXid) {
        CommandRun text = folder.run("verify");
        assertEquals(1, text.exitCode(), text.text());
        assertEquals("", text.err());
        String line = line(text, code);
        assertTrue(severity == null || line.startsWith(severity + " "), line);
        assertTrue(line.contains("pg_xact/" + file), line);
        assertTrue(line.contains("XIDs " + firstXid + ".." + lastXid), line);

        CommandRun json = folder.run("verify", "--format", "json");
        assertEquals(1, json.exitCode());
        String path = folder.pages().resolve(file).toString();
        assertTrue(
                json.out()
                        .matches("(?s)\\{\"findings\":\\[.*\"code\":\"" + code
                                + "\",\"severity\":\"(ERROR|WARNING)\",\"file\":\""
                                + path + "\",\"offset\":-?\\d+,\"firstXid\":" + firstXid + ",\"lastXid\":" + lastXid
                                + ",\"message\":\".*\"\\}.*\\]\\}\n"),
                json.out());
        return line;
    }

    private static String line(CommandRun run, String part) {
        return run.outLines().stream()
                .filter(line -> line.contains(part))
                .findFirst()
                .orElseThrow(() -> new AssertionError(part + " in " + run.text()));
    }
}
