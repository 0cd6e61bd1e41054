package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.inspect.Finding.Severity;
import dev.clog.offheap.store.FilePageStore;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** FMT-3, FLT-2: what the verifier says of names and sizes of files, and of those that are not there. */
class VerifierFilesTest extends VerifierFixture {
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
}
