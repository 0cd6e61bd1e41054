package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FMT-3, FMT-4, FMT-7: what is a segment, which ids it holds, and in which order they come. */
class SegmentFolderTest {
    private static final int PAGE = 8192;
    private static final long XIDS = 1_048_576;
    private static final long WRAP = 1L << 32;
    private static final XidRange UNKNOWN = XidRange.unknown(IdSpace.WRAPPING_32);

    private final MemoryFolder store = new MemoryFolder("pg_xact");

    private SegmentFolder list(XidRange range) {
        return SegmentFolder.list(store, StatusLayout.STANDARD, range);
    }

    private static List<String> names(SegmentFolder folder) {
        return folder.segments().stream().map(SegmentFile::name).toList();
    }

    @Test
    void shouldDescribeSegment() {
        store.put("0003", new byte[2 * PAGE + 100]);
        SegmentFile segment = list(UNKNOWN).segments().get(0);
        assertEquals(
                new SegmentFile("0003", 3, StoreEntry.Kind.FILE, 2 * PAGE + 100, 2, 3 * XIDS, 3 * XIDS + 65_535),
                segment);
        assertTrue(segment.holds(3 * XIDS + 65_535) && !segment.holds(3 * XIDS + 65_536));
        assertEquals("pg_xact/0003", list(UNKNOWN).path("0003"));
        store.put("0003", StoreEntry.Kind.FOLDER);
        SegmentFile directory = list(UNKNOWN).segments().get(0);
        assertEquals(List.of(3 * XIDS, 3 * XIDS - 1), List.of(directory.firstXid(), directory.lastXid()));
        store.put("0003", new byte[40 * PAGE]);
        assertEquals(32, list(UNKNOWN).segments().get(0).pages());
    }

    @Test
    @DisplayName("FMT-3: only the names that the log itself gives are segments")
    void shouldKeepOtherNamesApart() {
        for (String name : List.of("0000", "0FFF", "1000", "00001", "000a", "FFFFFF", "clog.lock", "")) {
            store.put(name, new byte[0]);
        }
        assertEquals(List.of("0FFF", "0000"), names(list(UNKNOWN)));
        assertEquals(
                List.of("", "00001", "000a", "1000", "FFFFFF", "clog.lock"),
                list(UNKNOWN).others().stream().map(StoreEntry::name).toList());
        assertEquals(List.of("0000", "0FFF", "1000", "FFFFFF"), names(list(XidRange.unknown(IdSpace.FULL_64))));
    }

    @Test
    @DisplayName("FMT-7: a bound puts segments in the epoch of the range, before it or behind it")
    void shouldPlaceSegmentsByKnownBound() {
        store.put("0000", new byte[PAGE]).put("0FFF", new byte[PAGE]).put("0005", new byte[PAGE]);
        for (XidRange range : List.of(
                XidRange.of(IdSpace.WRAPPING_32, 5 * WRAP - 100, 5 * WRAP + 100),
                UNKNOWN.withNext(5 * WRAP + 100),
                UNKNOWN.withOldest(5 * WRAP - 100))) {
            SegmentFolder folder = list(range);
            assertEquals(List.of("0FFF", "0000", "0005"), names(folder), range::toString);
            assertEquals(
                    List.of(5 * WRAP - XIDS, 5 * WRAP, 5 * WRAP + 5 * XIDS),
                    folder.segments().stream().map(SegmentFile::firstXid).toList());
        }
        SegmentFolder early = list(XidRange.of(IdSpace.WRAPPING_32, 716, 40_000));
        assertEquals(List.of("0000", "0005", "0FFF"), names(early), "no id lies before epoch 0");
    }

    @Test
    @DisplayName("a segment of the range is in the range, however far from the next id")
    void shouldPlaceSegmentInRangeWhenRangeIsLong() {
        store.put("0001", new byte[PAGE]);
        XidRange range = XidRange.of(IdSpace.WRAPPING_32, 5 * WRAP + 5, 6 * WRAP - 5);
        assertEquals(5 * WRAP + XIDS, list(range).segments().get(0).firstXid());
    }

    @Test
    void shouldTellWhereIdsBeginAndEnd() {
        assertEquals(OptionalLong.empty(), list(UNKNOWN).firstXid());
        assertEquals(OptionalLong.empty(), list(UNKNOWN).lastXid());
        store.put("0001", new byte[PAGE]).put("0002", new byte[PAGE]);
        assertEquals(OptionalLong.of(XIDS), list(UNKNOWN).firstXid());
        assertEquals(OptionalLong.of(2 * XIDS + 32_767), list(UNKNOWN).lastXid());
        SegmentFolder known = list(XidRange.of(IdSpace.WRAPPING_32, 716, 900));
        assertEquals(OptionalLong.of(716), known.firstXid());
        assertEquals(OptionalLong.of(899), known.lastXid());
    }

    @Test
    void shouldFindSegmentsOfStretch() {
        store.put("0001", new byte[PAGE]).put("0003", new byte[PAGE]);
        SegmentFolder folder = list(UNKNOWN);
        assertEquals(2, folder.segmentsBetween(0, 9 * XIDS).size());
        assertEquals(1, folder.segmentsBetween(XIDS + 32_767, 3 * XIDS - 1).size());
        assertEquals(0, folder.segmentsBetween(XIDS + 32_768, 3 * XIDS - 1).size());
        assertEquals(3, folder.segment(3).orElseThrow().number());
        assertTrue(folder.segment(2).isEmpty());
    }
}
