package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.ClogException;
import dev.clog.api.IdSpace;
import dev.clog.api.LogFormatException;
import dev.clog.api.PageIoException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FMT-5, LIF-6: scans of folders with holes, short and unreadable files; RandomFolderTest has the sound ones. */
class StatusScanTest {
    private static final int PAGE = 1024;
    private static final StatusLayout LAYOUT = new StatusLayout(PAGE);
    private static final int XIDS_PER_PAGE = PAGE * 4;
    private static final int XIDS = XIDS_PER_PAGE * 32;

    private final MemoryFolder store = new MemoryFolder("pg_xact");

    private SegmentFolder list(XidRange range) {
        return SegmentFolder.list(store, LAYOUT, range);
    }

    /** Writes down what it is shown: stretches of ids of the same status, reserved ids, unreadable stretches. */
    private static final class Protocol implements StatusVisitor {
        private final List<String> lines = new ArrayList<>();
        private final List<ClogException> failures = new ArrayList<>();
        private TransactionStatus status;
        private long first;
        private long next = -1;

        @Override
        public void status(long xid, TransactionStatus shown) {
            if (shown != status || xid != next) {
                flush();
                status = shown;
                first = xid;
            }
            next = xid + 1;
        }

        @Override
        public void reserved(long xid, ReservedXid which) {
            flush();
            lines.add(xid + " " + which);
        }

        @Override
        public void unreadable(long firstXid, long lastXid, ClogException why) {
            flush();
            lines.add(firstXid + ".." + lastXid + " unreadable");
            failures.add(why);
        }

        private void flush() {
            if (status != null) {
                lines.add(first + ".." + (next - 1) + " " + status);
                status = null;
            }
        }

        List<String> lines() {
            flush();
            return lines;
        }

        long lastShown() {
            return next - 1;
        }
    }

    private Protocol visit(XidRange range, long firstXid, long lastXid) {
        Protocol protocol = new Protocol();
        new StatusScan(list(range)).visit(firstXid, lastXid, protocol, ScanProgress.NONE);
        assertEquals(0, store.openFiles());
        return protocol;
    }

    private static byte[] filled(int pages, int value) {
        byte[] content = new byte[pages * PAGE];
        java.util.Arrays.fill(content, (byte) value);
        return content;
    }

    @Test
    @DisplayName("case 01: what can be read is shown, on both sides of what can't")
    void shouldGoOnBehindUnreadableStretches() {
        store.put("0000", filled(32, 0x55)).put("0001", filled(2, 0xAA)).put("0003", StoreEntry.Kind.FOLDER);
        store.put("0004", filled(1, 0)).deny("0004");
        store.put("0005", filled(1, 0xFF));
        Protocol protocol = visit(XidRange.unknown(IdSpace.WRAPPING_32), 100, 6L * XIDS - 1);
        assertEquals(
                List.of(
                        "100.." + (XIDS - 1) + " committed",
                        XIDS + ".." + (XIDS + 2 * XIDS_PER_PAGE - 1) + " aborted",
                        (XIDS + 2 * XIDS_PER_PAGE) + ".." + (2 * XIDS - 1) + " unreadable",
                        2 * XIDS + ".." + (3 * XIDS - 1) + " unreadable",
                        3 * XIDS + ".." + (4 * XIDS - 1) + " unreadable",
                        4 * XIDS + ".." + (5 * XIDS - 1) + " unreadable",
                        5 * XIDS + ".." + (5 * XIDS + XIDS_PER_PAGE - 1) + " sub-committed",
                        (5 * XIDS + XIDS_PER_PAGE) + ".." + (6 * XIDS - 1) + " unreadable"),
                protocol.lines());
        assertInstanceOf(LogFormatException.class, protocol.failures.get(0));
        assertTrue(protocol.failures.get(0).getMessage().contains("page 2, but the file ends at 2048"));
        assertTrue(protocol.failures.get(1).getMessage().contains("no segment for XIDs"));
        assertTrue(protocol.failures.get(2).getMessage().contains("it is a directory: file=pg_xact/0003"));
        assertTrue(protocol.failures.get(3).getMessage().contains("Permission denied: file=pg_xact/0004"));
    }

    @Test
    void shouldThrowAtUnreadableStretchUnlessToldOtherwise() {
        store.put("0000", filled(1, 0x55));
        List<Long> shown = new ArrayList<>();
        StatusScan scan = new StatusScan(list(XidRange.unknown(IdSpace.WRAPPING_32)));
        assertThrows(
                LogFormatException.class,
                () -> scan.visit(10, 10_000, (xid, status) -> shown.add(xid), ScanProgress.NONE));
        assertEquals(XIDS_PER_PAGE - 10, shown.size());
        assertEquals(0, store.openFiles());
    }

    @Test
    @DisplayName("what a visitor throws comes out as it is, even if it looks like a failed read")
    void shouldNotTakeVisitorsFailureForItsOwn() {
        store.put("0000", filled(1, 0x55));
        PageIoException own = new PageIoException("can't write the dump", "out", -1, null);
        StatusVisitor visitor = new StatusVisitor() {
            @Override
            public void status(long xid, TransactionStatus status) {
                throw own;
            }

            @Override
            public void unreadable(long firstXid, long lastXid, ClogException why) {
                throw new AssertionError("nothing is unreadable", why);
            }
        };
        StatusScan scan = new StatusScan(list(XidRange.unknown(IdSpace.WRAPPING_32)));
        assertSame(own, assertThrows(PageIoException.class, () -> scan.visit(3, 9, visitor, ScanProgress.NONE)));
        assertEquals(0, store.openFiles());
    }

    @Test
    @DisplayName("FMT-5: reserved ids are shown as such, in the files and between them")
    void shouldShowReservedIds() {
        long wrap = 1L << 32;
        XidRange range = XidRange.of(IdSpace.WRAPPING_32, wrap - 50, wrap + 50);
        assertEquals(
                List.of(
                        (wrap - 10) + ".." + (wrap - 1) + " unreadable",
                        wrap + " invalid",
                        (wrap + 1) + " bootstrap",
                        (wrap + 2) + " frozen",
                        (wrap + 3) + ".." + (wrap + 9) + " unreadable"),
                visit(range, wrap - 10, wrap + 9).lines());
        store.put("0000", filled(1, 0x55));
        assertEquals(
                List.of(
                        (wrap - 10) + ".." + (wrap - 1) + " unreadable",
                        wrap + " invalid",
                        (wrap + 1) + " bootstrap",
                        (wrap + 2) + " frozen",
                        (wrap + 3) + ".." + (wrap + 9) + " committed"),
                visit(range, wrap - 10, wrap + 9).lines());
        assertEquals(
                List.of("1 bootstrap"),
                visit(XidRange.unknown(IdSpace.FULL_64), 1, 1).lines());
        assertEquals(
                List.of(wrap + ".." + (wrap + 1) + " unreadable"),
                visit(XidRange.unknown(IdSpace.FULL_64), wrap, wrap + 1).lines());
    }

    @Test
    void shouldShowNothingWhenRangeIsEmpty() {
        assertEquals(
                List.of(), visit(XidRange.unknown(IdSpace.WRAPPING_32), 10, 9).lines());
        assertEquals(
                List.of(), visit(XidRange.unknown(IdSpace.WRAPPING_32), 0, -1).lines());
    }

    @Test
    void shouldRefuseMoreIdsThanThereAre() {
        StatusScan scan = new StatusScan(list(XidRange.unknown(IdSpace.WRAPPING_32)));
        for (long[] ids :
                new long[][] {{-1, 5}, {3, (1L << 32) + 3}, {0, Long.MAX_VALUE}, {Long.MAX_VALUE, Long.MAX_VALUE}}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> scan.visit(ids[0], ids[1], new Protocol(), ScanProgress.NONE));
        }
    }

    @Test
    void shouldCountIdsOfRangeOnly() {
        store.put("0001", filled(32, 0x64));
        StatusCounts all = new StatusScan(list(XidRange.unknown(IdSpace.WRAPPING_32)))
                .count(list(XidRange.unknown(IdSpace.WRAPPING_32)).segments().get(0));
        assertEquals(new StatusCounts(XIDS / 4, XIDS / 2, XIDS / 4, 0), all);
        SegmentFolder folder = list(XidRange.of(IdSpace.WRAPPING_32, XIDS + 2, XIDS + 6));
        assertEquals(
                new StatusCounts(1, 2, 1, 0),
                new StatusScan(folder).count(folder.segments().get(0)));
        SegmentFolder later = list(XidRange.of(IdSpace.WRAPPING_32, 5 * XIDS, 6 * XIDS));
        assertEquals(
                StatusCounts.NONE, new StatusScan(later).count(later.segments().get(0)));
    }

    @Test
    void shouldNotCountWhatCannotBeRead() {
        store.put("0000", filled(1, 1)).deny("0000");
        SegmentFolder folder = list(XidRange.unknown(IdSpace.WRAPPING_32));
        PageIoException failure = assertThrows(
                PageIoException.class,
                () -> new StatusScan(folder).count(folder.segments().get(0)));
        assertTrue(failure.getMessage().contains("Permission denied: file=pg_xact/0000"), failure::getMessage);
    }

    @Test
    @DisplayName("a file that was cut since it was listed gives an error, not a fault")
    void shouldFailWhenFileWasCutSinceItWasListed() {
        store.put("0000", filled(32, 1));
        SegmentFolder folder = list(XidRange.unknown(IdSpace.WRAPPING_32));
        store.put("0000", filled(3, 1));
        PageIoException failure = assertThrows(
                PageIoException.class,
                () -> new StatusScan(folder).count(folder.segments().get(0)));
        assertTrue(failure.getMessage().contains("it was cut from 32768 bytes"), failure::getMessage);
        Protocol protocol = new Protocol();
        new StatusScan(folder).visit(3, XIDS - 1, protocol, ScanProgress.NONE);
        List<String> lines = protocol.lines();
        assertEquals(3 * XIDS_PER_PAGE - 1, protocol.lastShown());
        assertEquals(3 * XIDS_PER_PAGE + ".." + (XIDS - 1) + " unreadable", lines.get(lines.size() - 1));
        assertEquals(0, store.openFiles());
    }
}
