package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.clog.api.TransactionStatus;
import dev.clog.api.XidOutOfRangeException;
import dev.clog.api.spi.PageStore;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.inspect.Finding.Severity;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** FLT-2, LIF-6: the damaged and unusual folders of {@code testdata/cases}, each as its {@code expect.txt} asks. */
class CaseFolderTest {
    private static final String NO_CHECKSUM = "format has no checksum: content not verified";

    @TempDir
    private Path temp;

    /** Verifies a copy and makes sure that it is as it was, down to its times. */
    private VerifyResult verify(CaseFolder folder) throws IOException {
        Map<String, String> before = folder.snapshot();
        VerifyResult result = folder.verify();
        assertEquals(before, folder.snapshot());
        return result;
    }

    private static Finding only(VerifyResult result) {
        assertEquals(1, result.findings().size(), result::toString);
        return result.findings().get(0);
    }

    private static Finding of(VerifyResult result, FindingCode code) {
        List<Finding> found = result.findings().stream()
                .filter(finding -> finding.code() == code)
                .toList();
        assertEquals(1, found.size(), result::toString);
        return found.get(0);
    }

    private static void assertFinding(
            Finding finding, FindingCode code, Severity severity, String file, long firstXid, long lastXid) {
        assertEquals(code, finding.code());
        assertEquals(severity, finding.severity());
        assertEquals(file, finding.file());
        assertEquals(firstXid, finding.firstXid());
        assertEquals(lastXid, finding.lastXid());
        assertContains(finding.message(), file);
    }

    private static void assertContains(String text, String... parts) {
        for (String part : parts) {
            assertTrue(text.contains(part), () -> "no \"" + part + "\" in: " + text);
        }
    }

    private static String notes(VerifyResult result) {
        return result.notes().stream().collect(Collectors.joining("\n"));
    }

    @Test
    @DisplayName("case 01: a missing old segment")
    void shouldNameXidsWhenOldSegmentIsMissing() throws IOException {
        CaseFolder folder = CaseFolder.copy("01-missing-old-segment", temp);
        VerifyResult result = verify(folder);
        assertFinding(only(result), FindingCode.MISSING_SEGMENT, Severity.ERROR, folder.path("0000"), 716, 1_048_575);
        assertContains(only(result).message(), "716..1048575");
        assertEquals(32_697, result.counts().total());
        assertEquals(1, result.segments());
    }

    @Test
    @DisplayName("case 02: the segment of the next id is missing")
    void shouldNameNextXidWhenCurrentSegmentIsMissing() throws IOException {
        CaseFolder folder = CaseFolder.copy("02-missing-current-segment", temp);
        Finding finding = only(verify(folder));
        assertFinding(
                finding,
                FindingCode.MISSING_CURRENT_SEGMENT,
                Severity.ERROR,
                folder.path("0001"),
                1_048_576,
                1_081_272);
        assertContains(finding.message(), "missing", "nextXid 1081273");
        assertFalse(finding.message().contains("-x 0x"), "a counter set back would hand out ids again");
    }

    @Test
    @DisplayName("case 04: the page of the next id need not be there if it is the first one of it")
    void shouldFindNothingWhenNextXidBeginsPage() throws IOException {
        VerifyResult result = verify(CaseFolder.copy("04-next-on-page-boundary-ok", temp));
        assertTrue(result.clean(), result::toString);
        assertEquals(32_768 - 716, result.counts().total());
    }

    @Test
    @DisplayName("case 05: the disk was full")
    void shouldNameOffsetAndPageWhenSegmentIsShort() throws IOException {
        CaseFolder folder = CaseFolder.copy("05-enospc-short-tail", temp);
        Finding finding = only(verify(folder));
        assertFinding(finding, FindingCode.SHORT_SEGMENT, Severity.ERROR, folder.path("000D"), 14_286_848, 14_286_850);
        assertEquals(163_840, finding.offset());
        assertContains(
                finding.message(),
                "ends at offset 163840 (20 pages) but XID 14286850 needs page 20",
                "Restore",
                "replay",
                "appends no zeros");
    }

    @Test
    @DisplayName("case 08: an id from a damaged row")
    void shouldTouchNoFileWhenXidIsOutsideRange() throws IOException {
        CaseFolder folder = CaseFolder.copy("08-absurd-xid", temp);
        Map<String, String> before = folder.snapshot();
        MemoryFolder memory = MemoryFolder.of(folder.xact());
        memory.forbid();
        StatusReader reader = new StatusReader(memory, StatusLayout.STANDARD, folder.range());
        XidOutOfRangeException failure = assertThrows(XidOutOfRangeException.class, () -> reader.read(4_294_918_145L));
        assertEquals("XID 4294918145 is outside [oldest 716, next 1081273)", failure.getMessage());
        assertEquals(before, folder.snapshot());
        assertTrue(verify(folder).clean());
    }

    @Test
    @DisplayName("case 09: zeros written over a segment")
    void shouldReportZeroSegmentBelowOldestActive() throws IOException {
        CaseFolder folder = CaseFolder.copy("09-zero-segment-dd-fix", temp);
        Finding finding = only(verify(folder));
        assertFinding(finding, FindingCode.ZERO_SEGMENT, Severity.ERROR, folder.path("0000"), 716, 1_048_575);
        assertContains(
                finding.message(),
                "is all zero although XIDs 716..1048575 are below oldestActiveXid",
                "1047860 XIDs \"in progress\" with nobody running = treated as aborted by the server (silent row loss)");
    }

    @Test
    @DisplayName("case 11: a fabricated segment in which everything is committed")
    void shouldReportFabricatedSegment() throws IOException {
        CaseFolder folder = CaseFolder.copy("11-all-committed-fabricated", temp);
        VerifyResult result = verify(folder);
        Finding finding = of(result, FindingCode.ALL_COMMITTED);
        assertFinding(finding, FindingCode.ALL_COMMITTED, Severity.WARNING, folder.path("0000"), 716, 1_048_575);
        assertContains(
                finding.message(),
                "is a single repeated byte 0x55, no aborted XID in 1047860; structurally valid but looks fabricated;"
                        + " XIDs 0..2 are also set, which a real server never does");
        Finding reserved = of(result, FindingCode.RESERVED_SET);
        assertFinding(reserved, FindingCode.RESERVED_SET, Severity.WARNING, folder.path("0000"), 0, 2);
        assertEquals(2, result.findings().size(), result::toString);
    }

    @Test
    @DisplayName("case 13: a flipped bit passes, with a note; a reference shows it")
    void shouldFindFlippedBitInReferenceOnly() throws IOException {
        CaseFolder folder = CaseFolder.copy("13-single-bit-flip", temp);
        VerifyResult result = verify(folder);
        assertTrue(result.clean(), result::toString);
        assertContains(notes(result), NO_CHECKSUM);
        List<Difference> differences = new ArrayList<>();
        List<Long> xids = new ArrayList<>();
        DifferenceVisitor visitor = new DifferenceVisitor() {
            @Override
            public void difference(Difference difference) {
                differences.add(difference);
            }

            @Override
            public void status(long xid, TransactionStatus inFolder, TransactionStatus inReference) {
                xids.add(xid);
                assertTrue(inFolder != inReference);
            }
        };
        try (PageStore store = folder.store();
                PageStore reference = FilePageStore.openReadOnly(temp.resolve("ref"))) {
            ComparisonResult totals = FolderComparison.compare(
                    SegmentFolder.list(store, StatusLayout.STANDARD, folder.range()),
                    SegmentFolder.list(reference, StatusLayout.STANDARD, folder.range()),
                    visitor,
                    ScanProgress.NONE);
            assertEquals(new ComparisonResult(1, 1, 1, 1), totals);
        }
        Difference difference = differences.get(0);
        assertEquals(1, differences.size());
        assertEquals(9000, difference.firstOffset());
        assertEquals(9000, difference.lastOffset());
        assertEquals(folder.path("0000") + " byte 9000 differs: XIDs 36000..36003", difference.message());
        assertTrue(xids.get(0) >= 36_000 && xids.get(0) <= 36_003, xids::toString);
    }

    @Test
    @DisplayName("case 15, FMT-5, FMT-6: segment 0000 follows 0FFF")
    void shouldFollowWraparound() throws IOException {
        CaseFolder folder = CaseFolder.copy("15-wraparound-0FFF-0000", temp);
        VerifyResult result = verify(folder);
        assertTrue(result.clean(), result::toString);
        assertEquals(20_011, result.counts().total());
        List<String> names = new ArrayList<>();
        List<Long> shown = new ArrayList<>();
        List<ReservedXid> reserved = new ArrayList<>();
        StatusVisitor visitor = new StatusVisitor() {
            @Override
            public void status(long xid, TransactionStatus status) {
                shown.add(xid);
                assertTrue(status.isFinal(), () -> xid + " is " + status);
            }

            @Override
            public void reserved(long xid, ReservedXid which) {
                reserved.add(which);
            }
        };
        try (PageStore store = folder.store()) {
            SegmentFolder listed = SegmentFolder.list(store, StatusLayout.STANDARD, folder.range());
            listed.segments().forEach(segment -> names.add(segment.name()));
            new StatusScan(listed)
                    .visit(listed.firstXid().orElseThrow(), listed.lastXid().orElseThrow(), visitor, ScanProgress.NONE);
            StatusReader reader = new StatusReader(store, StatusLayout.STANDARD, folder.range());
            assertEquals("invalid", reader.read(0).text());
            assertEquals("bootstrap", reader.read(1).text());
            assertEquals("frozen", reader.read((1L << 32) + 2).text());
            assertEquals((1L << 32) + 12_718, reader.read(12_718).xid());
            assertEquals(4_294_960_001L, reader.read(4_294_960_001L).xid());
            assertThrows(XidOutOfRangeException.class, () -> reader.read(12_719));
            assertThrows(XidOutOfRangeException.class, () -> reader.read(4_294_960_000L));
        }
        assertEquals(List.of("0FFF", "0000"), names);
        assertEquals(20_011, shown.size());
        assertEquals(4_294_960_001L, shown.get(0));
        assertEquals((1L << 32) + 12_718, shown.get(shown.size() - 1));
        assertEquals(List.of(ReservedXid.INVALID, ReservedXid.BOOTSTRAP, ReservedXid.FROZEN), reserved);
    }

    @Test
    @DisplayName("case 15: without a range, 0FFF still comes before 0000")
    void shouldOrderByLargestHoleWhenNoRangeIsKnown() throws IOException {
        CaseFolder folder = CaseFolder.copy("15-wraparound-0FFF-0000", temp);
        try (PageStore store = folder.store()) {
            SegmentFolder listed = SegmentFolder.list(
                    store,
                    StatusLayout.STANDARD,
                    XidRange.unknown(folder.range().idSpace()));
            assertEquals("0FFF", listed.segments().get(0).name());
            assertEquals(1L << 32, listed.segments().get(1).firstXid());
        }
    }

    @Test
    @DisplayName("case 16: the counter was moved and no segment made")
    void shouldAdviseSafeValuesWhenNextXidJumped() throws IOException {
        CaseFolder folder = CaseFolder.copy("16-resetwal-jump-no-segment", temp);
        VerifyResult result = verify(folder);
        Finding finding = of(result, FindingCode.MISSING_CURRENT_SEGMENT);
        assertEquals(folder.path("0773"), finding.file());
        assertEquals(Severity.ERROR, finding.severity());
        assertEquals(90_112, finding.offset());
        assertContains(
                finding.message(),
                "nextXid 2000000000 lies in missing " + folder.path("0773") + " (page 11, offset 90112)",
                "-x 0x200000 (next free segment 0002)",
                "-u 0x3 (oldest segment 0000)");
        Finding hole = of(result, FindingCode.MISSING_SEGMENT);
        assertContains(hole.message(), "0002 to 0772, 1905 segments, are missing after 0001");
    }

    @Test
    @DisplayName("case 17: a hole between two segments")
    void shouldNameNeighboursOfHole() throws IOException {
        CaseFolder folder = CaseFolder.copy("17-gap-in-middle", temp);
        Finding finding = only(verify(folder));
        assertFinding(finding, FindingCode.MISSING_SEGMENT, Severity.ERROR, folder.path("0001"), 1_048_576, 2_097_151);
        assertContains(finding.message(), "0001 is missing between 0000 and 0002", "1048576..2097151");
    }

    @Test
    @DisplayName("case 19: a dangling link")
    void shouldNameDanglingLink() throws IOException {
        CaseFolder folder = CaseFolder.copy("19-unreadable-dangling", temp);
        Path segment = folder.xact().resolve("0000");
        Path target = temp.resolve("nothing").resolve("seg0000");
        Files.delete(segment);
        Files.createSymbolicLink(segment, target);
        Finding finding = only(verify(folder));
        assertFinding(finding, FindingCode.DANGLING_LINK, Severity.ERROR, segment.toString(), 716, 1_048_575);
        assertContains(finding.message(), "is a dangling symbolic link");
        assertFalse(Files.exists(target));
    }

    @Test
    @DisplayName("case 19: a directory in a segment's place")
    void shouldNameDirectory() throws IOException {
        CaseFolder folder = CaseFolder.copy("19-unreadable-dir", temp);
        Finding finding = only(verify(folder));
        assertFinding(finding, FindingCode.NOT_A_FILE, Severity.ERROR, folder.path("0000"), 716, 1_048_575);
        assertContains(finding.message(), "0000 is a directory");
    }

    @Test
    @DisplayName("case 19: a segment without permission, in memory and where permissions bind also on disk")
    void shouldNotCallUnreadableSegmentMissing() throws IOException {
        CaseFolder folder = CaseFolder.copy("19-unreadable-perm", temp);
        MemoryFolder memory = MemoryFolder.of(folder.xact());
        memory.deny("0000");
        VerifyResult result = Verifier.verify(memory, folder.options(), ScanProgress.NONE);
        assertDenied(of(result, FindingCode.UNREADABLE_SEGMENT));
        assertTrue(result.findings().stream().noneMatch(f -> f.code() == FindingCode.MISSING_SEGMENT));
        Path segment = folder.xact().resolve("0000");
        Files.setPosixFilePermissions(segment, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(segment), "permissions do not bind this user");
        assertDenied(of(verify(folder), FindingCode.UNREADABLE_SEGMENT));
    }

    private static void assertDenied(Finding finding) {
        assertEquals(Severity.ERROR, finding.severity());
        assertContains(finding.message(), "pg_xact/0000 can't be read, Permission denied");
    }

    @Test
    @DisplayName("case 22: an empty folder")
    void shouldReportEmptyFolder() throws IOException {
        CaseFolder folder = CaseFolder.copy("22-empty-directory", temp);
        Finding finding = only(verify(folder));
        assertEquals(FindingCode.EMPTY_FOLDER, finding.code());
        assertEquals(Severity.ERROR, finding.severity());
        assertContains(finding.message(), "no segment at all while nextXid is 1081273");
    }

    @Test
    @DisplayName("case 23: a folder in use")
    void shouldWarnOnlyWhenFolderIsLive() throws IOException {
        CaseFolder folder = CaseFolder.copy("23-live-or-lagging-copy", temp);
        VerifyResult result = verify(folder);
        assertEquals(0, result.count(Severity.ERROR), result::toString);
        assertContains(
                of(result, FindingCode.LIVE_FOLDER).message(), "control state is \"in production\"", "moving snapshot");
        Finding shortPage = of(result, FindingCode.SHORT_SEGMENT);
        assertFinding(
                shortPage, FindingCode.SHORT_SEGMENT, Severity.WARNING, folder.path("0001"), 1_048_576, 1_081_272);
        assertContains(shortPage.message(), "may be not yet flushed");
        assertEquals(2, result.findings().size(), result::toString);
    }

    @Test
    @DisplayName("case 25: prepared transactions outside the range")
    void shouldReportPreparedTransactionsOutsideRange() throws IOException {
        CaseFolder folder = CaseFolder.copy("25-orphan-2pc-file", temp);
        VerifyResult result = verify(folder);
        Finding old = of(result, FindingCode.PREPARED_TOO_OLD);
        assertFinding(old, FindingCode.PREPARED_TOO_OLD, Severity.WARNING, "pg_twophase/000002BC", 700, 700);
        assertContains(old.message(), "(XID 700) refers to an XID before oldestXid 1048576, in truncated segment 0000");
        Finding future = of(result, FindingCode.PREPARED_IN_FUTURE);
        assertContains(future.message(), "pg_twophase/7FFFFFF0", "is in the future");
        assertEquals(2, result.findings().size(), result::toString);
    }

    @Test
    @DisplayName("case 25: an id outside the range is looked up in no file")
    void shouldOpenNoSegmentWhenPreparedXidIsOutsideRange() throws IOException {
        CaseFolder folder = CaseFolder.copy("25-orphan-2pc-file", temp);
        MemoryFolder memory = MemoryFolder.of(folder.xact());
        memory.forbid();
        Report report = new Report();
        PreparedCheck check =
                new PreparedCheck(SegmentFolder.list(memory, StatusLayout.STANDARD, folder.range()), report);
        check.check("000002BC");
        check.check("7FFFFFF0");
        assertEquals(2, report.result(StatusCounts.NONE, 0, 0).findings().size());
    }
}
