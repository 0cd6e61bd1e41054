package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionStatus;
import dev.clog.api.spi.PageStore;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** FMT-1 to FMT-6: folders that real servers wrote, compared with what the servers said of every id. */
class ServerFolderTest {
    private static final Path FIXTURES = CaseFolder.TESTDATA.resolve("fixtures");

    private static XidRange range(String fixture, String controlFile) throws IOException {
        String control = Files.readString(FIXTURES.resolve(fixture).resolve(controlFile));
        Matcher next = find("NextXID: +(\\d+):(\\d+)", control);
        long nextXid = (Long.parseLong(next.group(1)) << 32) + Long.parseLong(next.group(2));
        return XidRange.of(IdSpace.WRAPPING_32, number("oldestXID: +(\\d+)", control), nextXid)
                .withOldestActive(number("oldestActiveXID: +(\\d+)", control));
    }

    private static long number(String pattern, String control) {
        return Long.parseLong(find(pattern, control).group(1));
    }

    private static Matcher find(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertTrue(matcher.find(), pattern);
        return matcher;
    }

    private static PageStore store(String fixture, String folder) throws IOException {
        return FilePageStore.openReadOnly(FIXTURES.resolve(fixture).resolve(folder));
    }

    /** The bits of a folder as the fixture's own decoder read them. */
    private static Map<Long, TransactionStatus> bits(String fixture, String folder) throws IOException {
        List<String> lines = Files.readAllLines(FIXTURES.resolve(fixture).resolve("rawbits.csv"));
        int column = List.of(lines.get(0).split(",", -1)).indexOf("bits_" + folder);
        Map<Long, TransactionStatus> bits = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            List<String> cells = List.of(line.split(",", -1));
            if (!cells.get(column).isEmpty()) {
                bits.put(Long.parseLong(cells.get(0)), TransactionStatus.ofCode(Integer.parseInt(cells.get(column))));
            }
        }
        assertTrue(bits.size() > 4_000, () -> bits.size() + " ids");
        return bits;
    }

    @ParameterizedTest
    @CsvSource({
        "pg15, pg_xact, controldata.txt",
        "pg15, pg_xact_crashed, controldata_crashed.txt",
        "pg18, pg_xact, controldata.txt",
        "pg18, pg_xact_crashed, controldata_crashed.txt",
        "wrap, pg_xact, controldata.txt",
        "wrap, pg_xact_crashed, controldata_crashed.txt"
    })
    @DisplayName(
            "FMT-1, FMT-2: every id has the bits that the fixture says, looked up, and visited, with and without range")
    void shouldReadBitsOfServer(String fixture, String folder, String control) throws IOException {
        Map<Long, TransactionStatus> bits = bits(fixture, folder);
        XidRange known = range(fixture, control);
        try (PageStore store = store(fixture, folder)) {
            for (XidRange range : List.of(known, XidRange.unknown(IdSpace.WRAPPING_32))) {
                StatusReader reader = new StatusReader(store, StatusLayout.STANDARD, range);
                for (Map.Entry<Long, TransactionStatus> entry : bits.entrySet()) {
                    if (range.contains(entry.getKey())) {
                        assertEquals(
                                entry.getValue(), reader.read(entry.getKey()).status(), () -> "XID " + entry.getKey());
                        long low = entry.getKey() & 0xFFFF_FFFFL;
                        assertEquals(entry.getValue(), reader.read(low).status(), () -> "XID " + low);
                    }
                }
            }
            Map<Long, TransactionStatus> visited = new TreeMap<>();
            SegmentFolder listed = SegmentFolder.list(store, StatusLayout.STANDARD, known);
            new StatusScan(listed)
                    .visit(
                            listed.firstXid().orElseThrow(),
                            listed.lastXid().orElseThrow(),
                            visited::put,
                            ScanProgress.NONE);
            bits.keySet().removeIf(xid -> !known.contains(xid));
            visited.keySet().retainAll(bits.keySet());
            assertEquals(bits, visited);
        }
    }

    @ParameterizedTest
    @CsvSource({"pg15, 00000688 0000068D", "pg18, 00000000000006A4 00000000000006A9", "wrap, FFFEFCD6 FFFEFCDB"})
    @DisplayName(
            "STA-7: a cluster that crashed, recovered and was shut down has no findings; what the crash left is noted")
    void shouldFindNothingInHealthyFolder(String fixture, String prepared) throws IOException {
        VerifyOptions options =
                VerifyOptions.of(range(fixture, "controldata.txt")).withPrepared(List.of(prepared.split(" ", -1)));
        try (PageStore store = store(fixture, "pg_xact")) {
            VerifyResult result = Verifier.verify(store, options, ScanProgress.NONE);
            assertTrue(result.clean(), result::toString);
            assertTrue(
                    result.notes().stream().anyMatch(note -> note.contains("182 XIDs in 3 runs from ")),
                    result::toString);
            long span = options.range().nextXid().orElseThrow()
                    - options.range().oldestXid().orElseThrow();
            assertEquals(
                    fixture.equals("wrap") ? span - 3 : span, result.counts().total());
            assertEquals(182, result.counts().inProgress());
            assertEquals(0, result.counts().subCommitted());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pg15", "pg18", "wrap"})
    @DisplayName("STA-7: a folder copied right after a kill only has the finding that it may be in use")
    void shouldWarnOfLiveFolderOnlyWhenServerWasKilled(String fixture) throws IOException {
        VerifyOptions options = VerifyOptions.of(range(fixture, "controldata_crashed.txt"))
                .withLive("control state is \"in production\"");
        try (PageStore store = store(fixture, "pg_xact_crashed")) {
            VerifyResult result = Verifier.verify(store, options, ScanProgress.NONE);
            List<FindingCode> codes =
                    result.findings().stream().map(Finding::code).toList();
            assertEquals(List.of(FindingCode.LIVE_FOLDER), codes, result::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pg15", "pg18", "wrap"})
    @DisplayName("without a range the same folders have no findings either")
    void shouldFindNothingWhenNoRangeIsKnown(String fixture) throws IOException {
        for (String folder : List.of("pg_xact", "pg_xact_crashed")) {
            try (PageStore store = store(fixture, folder)) {
                VerifyResult result = Verifier.verify(store, VerifyOptions.defaults(), ScanProgress.NONE);
                assertTrue(result.clean(), result::toString);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pg15", "pg18", "wrap"})
    @DisplayName("a crashed folder differs from the recovered one in ids that ended after the last checkpoint only")
    void shouldDifferInIdsThatOnlyTheServersLogHad(String fixture) throws IOException {
        Map<Long, TransactionStatus> before = bits(fixture, "pg_xact_crashed");
        Map<Long, TransactionStatus> after = bits(fixture, "pg_xact");
        List<Long> expected = new ArrayList<>();
        after.forEach((xid, status) -> {
            if (before.get(xid) != status) {
                expected.add(xid);
            }
        });
        XidRange range = range(fixture, "controldata.txt");
        List<Long> found = new ArrayList<>();
        try (PageStore recovered = store(fixture, "pg_xact");
                PageStore crashed = store(fixture, "pg_xact_crashed")) {
            DifferenceVisitor visitor = new DifferenceVisitor() {
                @Override
                public void difference(Difference difference) {
                    assertEquals(Difference.Kind.CONTENT, difference.kind());
                }

                @Override
                public void status(long xid, TransactionStatus inFolder, TransactionStatus inReference) {
                    assertEquals(TransactionStatus.IN_PROGRESS, inReference);
                    assertTrue(inFolder.isFinal());
                    found.add(xid);
                }
            };
            ComparisonResult totals = FolderComparison.compare(
                    SegmentFolder.list(recovered, StatusLayout.STANDARD, range),
                    SegmentFolder.list(crashed, StatusLayout.STANDARD, range),
                    visitor,
                    ScanProgress.NONE);
            assertEquals(found.size(), totals.xids());
        }
        assertTrue(expected.size() >= 31, expected::toString);
        assertTrue(found.containsAll(expected), () -> "expected " + expected + " found " + found);
    }
}
