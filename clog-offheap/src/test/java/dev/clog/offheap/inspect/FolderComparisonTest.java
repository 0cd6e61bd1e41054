package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionStatus;
import dev.clog.offheap.format.StatusLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Differences of two folders: by content, by length, by what is missing. */
class FolderComparisonTest {
    private static final int PAGE = 8192;

    private final MemoryFolder here = new MemoryFolder("pg_xact");
    private final MemoryFolder there = new MemoryFolder("ref");
    private final List<Difference> differences = new ArrayList<>();
    private final List<String> statuses = new ArrayList<>();

    private ComparisonResult compare(XidRange range) {
        return compare(here, there, StatusLayout.STANDARD, range);
    }

    private ComparisonResult compare(MemoryFolder left, MemoryFolder right, StatusLayout layout, XidRange range) {
        differences.clear();
        statuses.clear();
        DifferenceVisitor visitor = new DifferenceVisitor() {
            @Override
            public void difference(Difference difference) {
                differences.add(difference);
            }

            @Override
            public void status(long xid, TransactionStatus inFolder, TransactionStatus inReference) {
                statuses.add(xid + " " + inFolder + " " + inReference);
            }
        };
        ComparisonResult result = FolderComparison.compare(
                SegmentFolder.list(left, layout, range),
                SegmentFolder.list(right, layout, XidRange.unknown(range.idSpace())),
                visitor,
                ScanProgress.NONE);
        assertEquals(0, left.openFiles() + right.openFiles());
        assertEquals(differences.size(), result.differences());
        return result;
    }

    private static XidRange unknown() {
        return XidRange.unknown(IdSpace.WRAPPING_32);
    }

    @Test
    void shouldFindNothingWhenFoldersAreTheSame() {
        here.put("0000", new byte[PAGE]).put("0000.bak", new byte[3]).put("0003", new byte[0]);
        there.put("0000", new byte[PAGE]);
        assertTrue(compare(unknown()).identical());
    }

    @Test
    @DisplayName("neighbouring bytes are one stretch, across words and pages, and their ids are told one by one")
    void shouldTellStretchesAndIds() {
        byte[] changed = new byte[2 * PAGE];
        changed[PAGE - 1] = 0b01_00_00_00;
        changed[PAGE] = 0b00_00_00_10;
        changed[PAGE + 2] = (byte) 0b11_00_01_00;
        here.put("0000", changed);
        there.put("0000", new byte[2 * PAGE]);
        assertEquals(new ComparisonResult(2, 1, 3, 4), compare(unknown()));
        assertEquals(
                List.of(
                        "pg_xact/0000 bytes 8191..8192 differ: XIDs 32764..32771",
                        "pg_xact/0000 byte 8194 differs: XIDs 32776..32779"),
                differences.stream().map(Difference::message).toList());
        assertEquals(
                List.of(
                        "32767 committed in progress",
                        "32768 aborted in progress",
                        "32777 committed in progress",
                        "32779 sub-committed in progress"),
                statuses);
    }

    @Test
    void shouldTellWhatIsMissingOrShorterOnEitherSide() {
        here.put("0000", new byte[PAGE]).put("0001", new byte[3 * PAGE]).put("0003", new byte[PAGE]);
        there.put("0000", new byte[2 * PAGE]).put("0001", new byte[PAGE + 7]).put("0002", new byte[PAGE]);
        there.put("0003", new byte[PAGE]).deny("0003");
        assertEquals(new ComparisonResult(4, 4, 0, 0), compare(unknown()));
        assertEquals(
                List.of(
                        "pg_xact/0000 ends at offset 8192 here: XIDs 32768..65535",
                        "pg_xact/0001 ends at offset 8192 in the reference: XIDs 1081344..1146879",
                        "pg_xact/0002 is missing here: XIDs 2097152..2129919"),
                differences.subList(0, 3).stream().map(Difference::message).toList());
        Difference denied = differences.get(3);
        assertEquals(Difference.Kind.UNREADABLE, denied.kind());
        assertEquals(Difference.Side.REFERENCE, denied.side());
        assertEquals(
                "pg_xact/0003 can't be read in the reference (can't read the segment, Permission denied: file=ref/0003"
                        + " cause=java.nio.file.AccessDeniedException: 0003): XIDs 3145728..3178495",
                denied.message());
    }

    @Test
    @DisplayName("only ids of the range count")
    void shouldLeaveOutWhatNoIdUses() {
        byte[] changed = new byte[PAGE];
        changed[100] = (byte) 0xFF;
        here.put("0000", changed).put("0001", new byte[PAGE]);
        there.put("0000", new byte[3 * PAGE]);
        assertTrue(compare(XidRange.of(IdSpace.WRAPPING_32, 404, 32_768)).identical());
        assertTrue(compare(XidRange.of(IdSpace.WRAPPING_32, 3, 400)).identical());
        assertEquals(new ComparisonResult(1, 1, 1, 1), compare(XidRange.of(IdSpace.WRAPPING_32, 403, 32_768)));
        assertEquals(List.of("403 sub-committed in progress"), statuses);
        assertEquals(1, compare(XidRange.of(IdSpace.WRAPPING_32, 404, 32_769)).differences());
        assertEquals(Difference.Kind.SHORTER, differences.get(0).kind());
    }

    @Test
    @DisplayName("FMT-5: bits of reserved ids are bytes that differ, but no ids")
    void shouldTellNoStatusOfReservedIds() {
        byte[] changed = new byte[PAGE];
        changed[0] = 0b01_10_01_11;
        here.put("0000", changed);
        there.put("0000", new byte[PAGE]);
        assertEquals(new ComparisonResult(1, 1, 1, 1), compare(unknown()));
        assertEquals(List.of("3 committed in progress"), statuses);
    }

    @Test
    void shouldFollowWraparound() {
        here.put("0FFF", new byte[32 * PAGE]).put("0000", new byte[PAGE]);
        there.put("0000", new byte[] {}).put("0001", new byte[PAGE]);
        long wrap = 1L << 32;
        compare(XidRange.of(IdSpace.WRAPPING_32, wrap - 100, wrap + 2_000_000));
        assertEquals(
                List.of("pg_xact/0FFF", "pg_xact/0000", "pg_xact/0001"),
                differences.stream().map(Difference::file).toList());
        assertEquals(wrap, differences.get(1).firstXid());
        assertEquals(Difference.Kind.SHORTER, differences.get(1).kind());
        assertEquals(Difference.Side.FOLDER, differences.get(2).side());
    }

    @Test
    void shouldRefuseFoldersOfDifferentLayout() {
        SegmentFolder standard = SegmentFolder.list(here, StatusLayout.STANDARD, unknown());
        SegmentFolder small = SegmentFolder.list(there, new StatusLayout(1024), unknown());
        assertThrows(
                IllegalArgumentException.class,
                () -> FolderComparison.compare(standard, small, difference -> {}, ScanProgress.NONE));
    }

    @Test
    @DisplayName("random changes of a random folder are found, each id once, and no other")
    void shouldFindEveryChangedId() {
        for (long seed = 0; seed < 40; seed++) {
            RandomFolder folder = new RandomFolder(seed);
            MemoryFolder copy = new MemoryFolder("ref");
            for (String name : folder.store.names()) {
                copy.put(name, folder.store.content(name).clone());
            }
            TreeSet<Long> changed = new TreeSet<>();
            for (int i = folder.random.nextInt(50); i > 0; i--) {
                long xid = folder.randomXid();
                if (xid < folder.next && changed.add(xid)) {
                    int other = (folder.status(xid).code() + 1 + folder.random.nextInt(3)) % 4;
                    folder.set(xid, TransactionStatus.ofCode(other));
                }
            }
            for (XidRange range : List.of(folder.range(), XidRange.unknown(folder.idSpace))) {
                ComparisonResult result = compare(folder.store, copy, folder.layout, range);
                assertEquals(changed.size(), result.xids(), folder::toString);
                List<Long> found = statuses.stream()
                        .map(line -> folder.idSpace.position(Long.parseLong(line.substring(0, line.indexOf(' ')))))
                        .sorted()
                        .toList();
                List<Long> expected =
                        changed.stream().map(folder.idSpace::position).sorted().toList();
                assertEquals(expected, found, folder::toString);
            }
        }
    }
}
