package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.offheap.inspect.Finding.Severity;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FMT-5, STA-7: what the verifier says of statuses, and what of them it leaves alone. */
class VerifierContentTest extends VerifierFixture {
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
}
