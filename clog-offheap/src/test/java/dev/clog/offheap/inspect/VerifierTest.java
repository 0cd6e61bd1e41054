package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.inspect.Finding.Severity;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** FMT-3, FMT-5, FLT-2: each rule of the verifier, what it reports and what it leaves alone. */
class VerifierTest {
    private static final int PAGE = 8192;
    private static final int SEGMENT = 32 * PAGE;
    private static final long XIDS = 1_048_576;

    private final MemoryFolder store = new MemoryFolder("pg_xact");

    /** Pages of committed and aborted ids, in which no page and no sector is uniform. */
    private static byte[] sound(int pages) {
        byte[] content = new byte[pages * PAGE];
        Random random = new Random(5);
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) (random.nextInt(5) == 0 ? 0x59 : 0x55);
        }
        return content;
    }

    /** The first page of segment 0000, or one that ends before {@code xids}. */
    private static byte[] firstSegment(int pages, int xids) {
        byte[] content = sound(pages);
        content[0] &= (byte) 0xC0;
        Arrays.fill(content, Math.min(content.length, (xids + 3) / 4), content.length, (byte) 0);
        if (xids % 4 != 0) {
            content[xids / 4] &= (byte) ~(-1 << (2 * (xids % 4)));
        }
        return content;
    }

    private static VerifyOptions range(long oldest, long next) {
        return VerifyOptions.of(XidRange.of(IdSpace.WRAPPING_32, oldest, next).withOldestActive(0));
    }

    private VerifyResult verify(VerifyOptions options) {
        VerifyResult result = Verifier.verify(store, options, ScanProgress.NONE);
        assertEquals(0, store.openFiles(), "a file was left open");
        return result;
    }

    private static Finding only(VerifyResult result, FindingCode code, Severity severity) {
        assertEquals(1, result.findings().size(), result::toString);
        assertEquals(code, result.findings().get(0).code(), result::toString);
        assertEquals(severity, result.findings().get(0).severity(), result::toString);
        return result.findings().get(0);
    }

    private static void assertClean(VerifyResult result) {
        assertTrue(result.clean(), result::toString);
    }

    @Test
    void shouldFindNothingInSoundFolder() {
        store.put("0000", firstSegment(32, 1 << 20)).put("0001", sound(1));
        VerifyResult result = verify(range(716, XIDS + 32_768));
        assertClean(result);
        assertEquals(2, result.segments());
        assertEquals(SEGMENT + PAGE, result.bytes());
    }

    @Test
    void shouldThrowWhenFolderIsMissing() throws IOException {
        PageStore missing = new FailingList();
        PageIoException failure = assertThrows(
                PageIoException.class, () -> Verifier.verify(missing, VerifyOptions.defaults(), ScanProgress.NONE));
        assertTrue(failure.getMessage().startsWith("can't list the folder: file=gone"), failure::getMessage);
    }

    @ParameterizedTest
    @CsvSource({
        "0000.bak, STRAY_FILE",
        "core, STRAY_FILE",
        "0A1G, STRAY_FILE",
        "00001, ALIASED_NAME",
        "1, ALIASED_NAME",
        "000a, ALIASED_NAME",
        "000000000000001, LONG_NAME",
        "1000, BEYOND_ID_SPACE"
    })
    @DisplayName("FMT-3: names that are no segment are left alone and reported")
    void shouldReportName(String name, FindingCode code) {
        store.put("0000", firstSegment(1, 32_768)).put(name, new byte[0]);
        Finding finding = only(verify(range(716, 32_768)), code, Severity.WARNING);
        assertEquals("pg_xact/" + name, finding.file());
        assertTrue(finding.message().startsWith("pg_xact/" + name + " "), finding::message);
        assertEquals(1, store.opened(), "only the segment was looked into");
    }

    @Test
    void shouldNotReportOwnLockFile() {
        store.put("0000", firstSegment(1, 32_768)).put(FilePageStore.LOCK_FILE_NAME, new byte[9]);
        assertClean(verify(range(716, 32_768)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, 2048, 4096, 16384, 32768})
    @DisplayName("another page size is named, and nothing else is said of such a folder")
    void shouldNameOtherPageSize(int pageBytes) {
        int segment = 32 * pageBytes;
        store.put("0000", new byte[segment]).put("0001", new byte[segment]).put("0002", new byte[3 * pageBytes]);
        long next = 2L * segment * 4 + 2L * pageBytes * 4 + 100;
        Finding finding = only(verify(range(3, next)), FindingCode.OTHER_PAGE_SIZE, Severity.ERROR);
        assertTrue(finding.message().contains("--block-size " + pageBytes + "."), finding::message);
        only(verify(VerifyOptions.defaults()), FindingCode.OTHER_PAGE_SIZE, Severity.ERROR);
        VerifyResult right = verify(range(3, next).withLayout(new StatusLayout(pageBytes)));
        assertTrue(right.findings().stream().noneMatch(f -> f.code() == FindingCode.OTHER_PAGE_SIZE));
    }

    @Test
    @DisplayName("one segment cut to half is a short segment, not a folder with smaller pages")
    void shouldNotNameOtherPageSizeWhenSegmentIsCut() {
        store.put("0000", firstSegment(16, 1 << 19)).put("0001", sound(1));
        only(verify(range(716, XIDS + 32_768)), FindingCode.SHORT_SEGMENT, Severity.ERROR);
        only(verify(VerifyOptions.defaults()), FindingCode.SHORT_SEGMENT, Severity.ERROR);
        store.put("0001", sound(16));
        VerifyResult bothCut = verify(range(716, 2 * XIDS));
        assertTrue(bothCut.findings().stream().allMatch(f -> f.code() == FindingCode.SHORT_SEGMENT), bothCut::toString);
        assertEquals(2, bothCut.findings().size(), bothCut::toString);
    }

    @Test
    @DisplayName("of a folder in use only the newest pages may be not yet flushed")
    void shouldReportShortOldSegmentOfLiveFolder() {
        store.put("0000", firstSegment(31, 1 << 20)).put("0001", Arrays.copyOf(sound(1), PAGE + 100));
        VerifyResult result = verify(range(716, XIDS + 40_000).withLive("postmaster.pid is present"));
        List<String> found = result.findings().stream()
                .map(finding -> finding.code() + " " + finding.severity())
                .toList();
        assertEquals(
                List.of(
                        "LIVE_FOLDER WARNING",
                        "SHORT_SEGMENT ERROR",
                        "RAGGED_SEGMENT WARNING",
                        "SHORT_SEGMENT WARNING"),
                found);
    }

    @Test
    @DisplayName("of a folder in use the newest segment may have no file yet, an older one not")
    void shouldWarnOfMissingSegmentOfLiveFolderOnlyIfNewest() {
        store.put("0000", firstSegment(32, 1 << 20));
        VerifyOptions live = range(716, XIDS + 40_000).withLive("postmaster.pid is present");
        VerifyResult result = verify(live);
        assertEquals(0, result.count(Severity.ERROR), result::toString);
        assertTrue(result.findings().get(1).message().contains("may be not yet flushed"), result::toString);
        VerifyResult jumped = verify(range(716, 2 * XIDS + 40_000).withLive("postmaster.pid is present"));
        assertEquals(2, jumped.count(Severity.ERROR), jumped::toString);
    }

    @Test
    void shouldReportRaggedSegment() {
        store.put("0000", Arrays.copyOf(firstSegment(1, 32_768), PAGE + 5));
        Finding finding = only(verify(range(716, 32_768)), FindingCode.RAGGED_SEGMENT, Severity.ERROR);
        assertEquals(PAGE, finding.offset());
        assertTrue(finding.message().contains("8197 bytes, no multiple of the page size 8192"), finding::message);
    }

    @Test
    void shouldReportOversizedSegment() {
        store.put("0000", firstSegment(40, 1 << 20)).put("0001", sound(1));
        Finding finding = only(verify(range(716, XIDS + 32_768)), FindingCode.OVERSIZED_SEGMENT, Severity.ERROR);
        assertEquals(SEGMENT, finding.offset());
    }

    @Test
    @DisplayName("FMT-3: a longer file than needed, and a short one where no id is, are sound")
    void shouldFindNothingWhenUnusedPagesAreThereOrNot() {
        store.put("0000", firstSegment(3, 1 << 20))
                .put("0001", firstSegment(32, 40_000))
                .put("0002", new byte[PAGE]);
        store.put("0001", Arrays.copyOf(sound(1), 32 * PAGE));
        VerifyResult result = verify(range(XIDS, XIDS + 32_768));
        assertClean(result);
        String notes = String.join("\n", result.notes());
        assertTrue(notes.contains("Only XIDs before oldestXid 1048576 are in 1 segment, 0000 to 0000"), notes);
        assertTrue(notes.contains("Only XIDs from nextXid 1081344 on are in 1 segment."), notes);
    }

    @Test
    @DisplayName("an unreadable entry that no id needs is a warning")
    void shouldWarnOnlyWhenUnreadableSegmentIsNotNeeded() {
        store.put("0000", StoreEntry.Kind.FOLDER).put("0001", sound(1));
        only(verify(range(XIDS, XIDS + 32_768)), FindingCode.NOT_A_FILE, Severity.WARNING);
        store.put("0000", StoreEntry.Kind.DANGLING_LINK);
        only(verify(range(XIDS, XIDS + 32_768)), FindingCode.DANGLING_LINK, Severity.WARNING);
        store.put("0000", StoreEntry.Kind.OTHER);
        Finding finding = only(verify(range(716, XIDS + 32_768)), FindingCode.NOT_A_FILE, Severity.ERROR);
        assertTrue(finding.message().contains("neither a regular file nor a directory"), finding::message);
    }

    @Test
    @DisplayName("the page of the next id is needed inside a page even if no id is alive")
    void shouldNeedPageOfNextXidWhenNoIdIsAlive() {
        store.put("0001", sound(1));
        assertClean(verify(range(2 * XIDS, 2 * XIDS)));
        Finding finding =
                only(verify(range(2 * XIDS + 1, 2 * XIDS + 1)), FindingCode.MISSING_CURRENT_SEGMENT, Severity.ERROR);
        assertEquals("pg_xact/0002", finding.file());
    }

    @Test
    @DisplayName("FMT-5: past a wrap, page 0 is not needed before id 3 was handed out")
    void shouldNotNeedFirstPageOfEpochBeforeItsFirstId() {
        byte[] last = sound(32);
        store.put("0FFF", last);
        assertClean(verify(range((1L << 32) - 5000, (1L << 32) + 3)));
        only(verify(range((1L << 32) - 5000, (1L << 32) + 4)), FindingCode.MISSING_CURRENT_SEGMENT, Severity.ERROR);
    }

    @Test
    void shouldCountMissingSegmentsTogether() {
        store.put("0001", sound(32)).put("0007", sound(1));
        VerifyResult result = verify(range(716, 7 * XIDS + 32_768));
        assertEquals(2, result.findings().size(), result::toString);
        assertTrue(result.findings().get(0).message().contains("pg_xact/0000 is missing before 0001"));
        String hole = result.findings().get(1).message();
        assertTrue(hole.contains("pg_xact/0002 to 0006, 5 segments, are missing between 0001 and 0007"), hole);
        assertTrue(hole.contains("XIDs 2097152..7340031 can't be read"), hole);
    }

    @Test
    @DisplayName("STA-7: what crashes leave is noted; the same as whole pages, or cut along sectors, is reported")
    void shouldJudgeIdsInProgressByTheirStretches() {
        byte[] content = firstSegment(32, 1 << 20);
        Arrays.fill(content, 5 * PAGE + 700, 5 * PAGE + 1700, (byte) 0);
        store.put("0000", content);
        VerifyResult crashed = verify(range(716, XIDS));
        assertClean(crashed);
        String notes = String.join("\n", crashed.notes());
        assertTrue(notes.contains("4000 XIDs from 166640 to 170639, below oldestActiveXid 1048576"), notes);
        Arrays.fill(content, 5 * PAGE + 700, 5 * PAGE + 1700, (byte) 0x95);
        Arrays.fill(content, 5 * PAGE + 512, 5 * PAGE + 1536, (byte) 0);
        Finding block = only(verify(range(716, XIDS)), FindingCode.ZERO_BLOCK, Severity.WARNING);
        assertEquals(5 * PAGE + 512, block.offset());
        assertEquals(4096, block.lastXid() - block.firstXid() + 1);
        Arrays.fill(content, 5 * PAGE + 512, 7 * PAGE + 100, (byte) 0);
        Finding pages = only(verify(range(716, XIDS)), FindingCode.ZERO_PAGES, Severity.WARNING);
        assertTrue(pages.firstXid() <= 6 * 32_768 && pages.lastXid() >= 7 * 32_768 - 1, pages::toString);
    }

    @Test
    @DisplayName("ids that may run are no loss, however many")
    void shouldNotReportIdsThatMayRun() {
        byte[] content = firstSegment(32, 100_000);
        store.put("0000", content);
        VerifyOptions options = range(716, XIDS - 5);
        assertFalse(verify(options).clean());
        XidRange running = XidRange.of(IdSpace.WRAPPING_32, 716, XIDS - 5).withOldestActive(100_000);
        VerifyResult result = verify(VerifyOptions.of(running));
        assertClean(result);
        assertEquals(XIDS - 5 - 100_000, result.counts().inProgress());
        byte[] started = firstSegment(32, 1 << 20);
        Arrays.fill(started, 50 * 512, 60 * 512, (byte) 0);
        store.put("0000", started);
        only(verify(range(716, XIDS)), FindingCode.ZERO_BLOCK, Severity.WARNING);
        XidRange half = XidRange.of(IdSpace.WRAPPING_32, 716, XIDS).withOldestActive(56 * 2048);
        assertClean(verify(VerifyOptions.of(half)));
    }

    @Test
    @DisplayName("a long time without an abort is no fabrication: it ends anywhere, and it may fill whole segments")
    void shouldNotReportNaturalRunOfCommittedIds() {
        byte[] first = firstSegment(32, 1 << 20);
        byte[] middle = new byte[SEGMENT];
        byte[] last = sound(32);
        Arrays.fill(first, 20_000, SEGMENT, (byte) 0x55);
        Arrays.fill(middle, (byte) 0x55);
        Arrays.fill(last, 0, 12_345, (byte) 0x55);
        store.put("0000", first).put("0001", middle).put("0002", last);
        VerifyResult result = verify(range(716, 3 * XIDS));
        assertClean(result);
        assertTrue(String.join("\n", result.notes()).contains("Every XID is committed on 62 whole pages"));
    }

    @Test
    @DisplayName("a run of committed ids of which one end only is that of a page is natural")
    void shouldNotReportRunOfCommittedIdsWhenOneEndFitsOnly() {
        byte[] content = firstSegment(32, 1 << 20);
        content[4 * PAGE - 1] = (byte) 0xAA;
        Arrays.fill(content, 4 * PAGE, 6 * PAGE + 2000, (byte) 0x55);
        Arrays.fill(content, 9 * PAGE - 2000, 11 * PAGE, (byte) 0x55);
        content[11 * PAGE] = (byte) 0xAA;
        store.put("0000", content);
        assertClean(verify(range(716, XIDS)));
        Arrays.fill(content, 9 * PAGE - 2000, 9 * PAGE, (byte) 0x59);
        Finding finding = only(verify(range(716, XIDS)), FindingCode.ALL_COMMITTED, Severity.WARNING);
        assertTrue(finding.message().contains(" from offset 73728 to 90112 (pages 9..10), no"), finding::message);
    }

    @Test
    @DisplayName("a segment of nothing but committed ids between others is fabricated")
    void shouldReportSegmentOfCommittedIdsThatEndsWithItsFile() {
        byte[] middle = new byte[SEGMENT];
        Arrays.fill(middle, (byte) 0x55);
        store.put("0000", firstSegment(32, 1 << 20)).put("0001", middle).put("0002", sound(1));
        Finding finding = only(verify(range(716, 2 * XIDS + 32_768)), FindingCode.ALL_COMMITTED, Severity.WARNING);
        assertEquals("pg_xact/0001", finding.file());
        assertTrue(finding.message().contains("single repeated byte 0x55, no aborted XID in 1048576"));
    }

    @Test
    @DisplayName("a folder in which everything is committed has nothing to be compared with")
    void shouldNotReportCommittedIdsWhenNothingElseIsThere() {
        byte[] content = new byte[SEGMENT];
        Arrays.fill(content, (byte) 0x55);
        store.put("0001", content);
        assertClean(verify(range(XIDS, 2 * XIDS)));
    }

    @Test
    @DisplayName("FMT-5: bits of reserved ids are reported, and are no statuses")
    void shouldReportReservedIdsThatAreSet() {
        byte[] content = firstSegment(1, 32_768);
        content[0] |= 0x04;
        store.put("0000", content);
        VerifyResult result = verify(range(3, 32_768));
        Finding finding = only(result, FindingCode.RESERVED_SET, Severity.WARNING);
        assertEquals(0, finding.offset());
        assertEquals(32_765, result.counts().total());
        only(verify(range(10_000, 32_768)), FindingCode.RESERVED_SET, Severity.WARNING);
        byte[] fabricated = firstSegment(32, 1 << 20);
        Arrays.fill(fabricated, 0, PAGE + 4000, (byte) 0x55);
        store.put("0000", fabricated);
        List<FindingCode> codes =
                verify(range(3, XIDS)).findings().stream().map(Finding::code).toList();
        assertEquals(List.of(FindingCode.RESERVED_SET, FindingCode.ALL_COMMITTED), codes);
    }

    @Test
    @DisplayName(
            "statuses past the next id are an error on its page, a warning on later ones, a note in a folder in use")
    void shouldReportStatusesPastNextXid() {
        store.put("0000", firstSegment(32, 40_004));
        Finding same = only(verify(range(716, 40_000)), FindingCode.SET_PAST_NEXT, Severity.ERROR);
        assertEquals(List.of(40_000L, 40_003L), List.of(same.firstXid(), same.lastXid()));
        byte[] later = firstSegment(32, 40_000);
        later[5 * PAGE] = 1;
        store.put("0000", later);
        only(verify(range(716, 40_000)), FindingCode.SET_PAST_NEXT, Severity.WARNING);
        VerifyResult live = verify(range(716, 40_000).withLive("postmaster.pid is present"));
        only(live, FindingCode.LIVE_FOLDER, Severity.WARNING);
        assertTrue(String.join("\n", live.notes()).contains("handed out since that was written down"));
    }

    @Test
    void shouldReportSubCommittedIdsOfEachSegmentTogether() {
        byte[] content = firstSegment(1, 32_768);
        content[1000] = (byte) 0xFF;
        content[2000] = (byte) 0x7D;
        store.put("0000", content);
        Finding finding = only(verify(range(716, 32_768)), FindingCode.SUB_COMMITTED, Severity.WARNING);
        assertEquals(List.of(4000L, 8002L), List.of(finding.firstXid(), finding.lastXid()));
        assertTrue(finding.message().contains("6 XIDs in 2 runs from 4000 to 8002"), finding::message);
        XidRange running = XidRange.of(IdSpace.WRAPPING_32, 716, 32_768).withOldestActive(4000);
        assertClean(verify(VerifyOptions.of(running)));
    }

    @Test
    void shouldReportRangeOfHalfTheIds() {
        store.put("0000", firstSegment(32, 1 << 20)).put("0800", sound(1));
        VerifyResult result = verify(range(716, 716 + (1L << 31)));
        assertTrue(result.findings().stream().anyMatch(f -> f.code() == FindingCode.WRAPAROUND), result::toString);
    }

    @Test
    void shouldCheckPreparedTransactions() {
        byte[] content = firstSegment(1, 32_768);
        content[1000] = 0;
        store.put("0000", content);
        VerifyOptions options = range(716, 32_768);
        assertClean(verify(options.withPrepared(List.of("00000FA0", "0000000000000FA1"))));
        Finding finished = only(
                verify(options.withPrepared(List.of("00000F9C"))), FindingCode.PREPARED_FINISHED, Severity.WARNING);
        assertTrue(finished.message().startsWith("pg_twophase/00000F9C (XID 3996) is "), finished::message);
        for (String name : List.of("00000fa0", "FA0", "00000FA0.tmp", "FFFFFFFFFFFFFFFF")) {
            only(verify(options.withPrepared(List.of(name))), FindingCode.PREPARED_NAME, Severity.WARNING);
        }
        only(
                verify(options.withPrepared(List.of("0000000100000FA0"))),
                FindingCode.PREPARED_IN_FUTURE,
                Severity.WARNING);
        assertClean(verify(VerifyOptions.defaults().withPrepared(List.of("7FFFFFF0"))));
    }

    @Test
    @DisplayName("without a range, holes and impossible contents are found, and lost ends are not made up")
    void shouldFindHolesWhenNoRangeIsKnown() {
        store.put("0001", sound(32)).put("0003", sound(2));
        Finding finding = only(verify(VerifyOptions.defaults()), FindingCode.MISSING_SEGMENT, Severity.ERROR);
        assertEquals("pg_xact/0002", finding.file());
        store.put("0002", new byte[SEGMENT]);
        only(verify(VerifyOptions.defaults()), FindingCode.ZERO_SEGMENT, Severity.ERROR);
        store.put("0002", sound(32));
        assertClean(verify(VerifyOptions.defaults()));
        store.put("0001", new byte[SEGMENT]);
        assertClean(verify(VerifyOptions.defaults()));
        store.put("0003", Arrays.copyOf(sound(2), 20 * PAGE));
        assertClean(verify(VerifyOptions.defaults()));
    }

    @Test
    void shouldUseOneBoundWhenOtherIsUnknown() {
        store.put("0001", sound(32)).put("0002", sound(1));
        XidRange unknown = XidRange.unknown(IdSpace.WRAPPING_32);
        assertClean(verify(VerifyOptions.of(unknown.withNext(2 * XIDS + 32_768))));
        only(verify(VerifyOptions.of(unknown.withNext(2 * XIDS + 32_769))), FindingCode.SHORT_SEGMENT, Severity.ERROR);
        assertClean(verify(VerifyOptions.of(unknown.withOldest(XIDS + 5))));
        only(verify(VerifyOptions.of(unknown.withOldest(716))), FindingCode.MISSING_SEGMENT, Severity.ERROR);
        VerifyResult result = verify(VerifyOptions.of(unknown.withOldest(3 * XIDS + 7)));
        Finding finding = result.findings().get(result.findings().size() - 1);
        assertEquals(FindingCode.MISSING_SEGMENT, finding.code(), result::toString);
        assertEquals(List.of(3 * XIDS + 7, 3 * XIDS + 7), List.of(finding.firstXid(), finding.lastXid()));
    }

    @Test
    void shouldTellProgressInBytes() {
        store.put("0000", firstSegment(32, 1 << 20)).put("0001", sound(1)).put("0002", StoreEntry.Kind.FOLDER);
        List<List<Long>> told = new ArrayList<>();
        Verifier.verify(store, range(716, XIDS + 32_768), (done, total) -> told.add(List.of(done, total)));
        long total = SEGMENT + PAGE;
        assertEquals(
                List.of(
                        List.of(0L, total),
                        List.of((long) SEGMENT, total),
                        List.of(total, total),
                        List.of(total, total)),
                told);
    }

    /** A folder that is not there. */
    private static final class FailingList extends dev.clog.testkit.ForwardingPageStore {
        FailingList() {
            super(new MemoryFolder("gone"));
        }

        @Override
        public List<StoreEntry> entries() throws IOException {
            throw new NoSuchFileException("gone");
        }
    }
}
