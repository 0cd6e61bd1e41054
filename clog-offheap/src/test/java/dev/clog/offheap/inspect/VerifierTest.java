package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.inspect.Finding.Severity;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FLT-2: the verifier as a whole: what it needs to know, what it looks at besides, and what it tells. */
class VerifierTest extends VerifierFixture {
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
