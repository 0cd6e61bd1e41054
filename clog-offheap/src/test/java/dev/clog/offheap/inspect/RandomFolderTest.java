package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.PageIoException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.XidOutOfRangeException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FMT-1 to FMT-7, STA-9, LIF-6: random folders compared with a model, sound ones and ones with one known damage. */
class RandomFolderTest {
    private static final int FOLDERS = 60;

    /** Runs a check on folders until the seeds are through; at least a third of them must have room for it. */
    private static void forEachFolder(Predicate<RandomFolder> check) {
        int done = 0;
        for (long seed = 0; seed < FOLDERS; seed++) {
            done += check.test(new RandomFolder(seed)) ? 1 : 0;
        }
        int checked = done;
        assertTrue(checked >= FOLDERS / 3, () -> "only " + checked + " of " + FOLDERS + " folders were checked");
    }

    private static Finding only(RandomFolder folder, VerifyResult result) {
        assertEquals(1, result.findings().size(), () -> folder + " " + result);
        return result.findings().get(0);
    }

    @Test
    @DisplayName("a sound folder has no findings, and every id is counted with its own status")
    void shouldAgreeWithModelWhenFolderIsSound() {
        forEachFolder(RandomFolderTest::checkAgreeWithModelWhenFolderIsSound);
    }

    private static boolean checkAgreeWithModelWhenFolderIsSound(RandomFolder folder) {
        VerifyResult result = folder.verify();
        assertTrue(result.clean(), () -> folder + " " + result);
        for (TransactionStatus status : TransactionStatus.values()) {
            if (status.isStored()) {
                assertEquals(folder.count(status), result.counts().of(status), () -> folder + " " + status);
            }
        }
        StatusScan scan = new StatusScan(folder.list());
        StatusCounts sum =
                folder.list().segments().stream().map(scan::count).reduce(StatusCounts.NONE, StatusCounts::plus);
        assertEquals(result.counts(), sum, folder::toString);
        assertEquals(0, folder.store.openFiles());
        return true;
    }

    @Test
    @DisplayName("every id is visited once, in order, with its own status; look-ups agree, 32-bit ones too")
    void shouldVisitAndLookUpAsModel() {
        forEachFolder(RandomFolderTest::checkVisitAndLookUpAsModel);
    }

    private static boolean checkVisitAndLookUpAsModel(RandomFolder folder) {
        long[] seen = {0, folder.oldest - 1};
        StatusVisitor visitor = new StatusVisitor() {
            @Override
            public void status(long xid, TransactionStatus status) {
                if (xid != seen[1] + 1 || status != folder.status(xid)) {
                    throw new AssertionError(folder + " xid=" + xid + " after=" + seen[1] + " status=" + status);
                }
                seen[0]++;
                seen[1] = xid;
            }

            @Override
            public void reserved(long xid, ReservedXid which) {
                assertEquals(seen[1] + 1, xid, folder::toString);
                seen[1] = xid;
            }
        };
        new StatusScan(folder.list()).visit(folder.oldest, folder.next - 1, visitor, ScanProgress.NONE);
        assertEquals(folder.next - 1, seen[1], folder::toString);
        StatusReader reader = new StatusReader(folder.store, folder.layout, folder.range());
        for (int i = 0; i < 200; i++) {
            long xid = folder.randomXid();
            if (xid < folder.next) {
                assertEquals(folder.status(xid), reader.read(xid).status(), () -> folder + " xid=" + xid);
                assertEquals(xid, reader.read(folder.idSpace.position(xid)).xid(), folder::toString);
            }
        }
        assertThrows(XidOutOfRangeException.class, () -> reader.read(folder.next), folder::toString);
        if (!folder.idSpace.isReserved(folder.oldest - 1)) {
            assertThrows(XidOutOfRangeException.class, () -> reader.read(folder.oldest - 1), folder::toString);
        }
        assertEquals(0, folder.store.openFiles());
        return true;
    }

    @Test
    @DisplayName("LIF-6: one lost segment is one finding that names all of its ids, and only those can't be looked up")
    void shouldNameIdsWhenSegmentIsLost() {
        forEachFolder(RandomFolderTest::checkNameIdsWhenSegmentIsLost);
    }

    private static boolean checkNameIdsWhenSegmentIsLost(RandomFolder folder) {
        long lost = folder.randomXid();
        long first = Math.max(folder.oldest, folder.segmentStart(lost));
        long last = Math.min(folder.next, folder.segmentStart(lost) + folder.layout.xidsPerSegment()) - 1;
        if (folder.store.names().size() < 2 || lost >= folder.next || folder.idSpace.isReserved(last)) {
            return false;
        }
        folder.store.drop(folder.name(lost));
        Finding finding = only(folder, folder.verify());
        assertTrue(
                List.of(FindingCode.MISSING_SEGMENT, FindingCode.MISSING_CURRENT_SEGMENT)
                        .contains(finding.code()),
                finding::toString);
        assertEquals(folder.path(lost), finding.file(), folder::toString);
        assertEquals(List.of(first, last), List.of(finding.firstXid(), finding.lastXid()), folder::toString);
        StatusReader reader = new StatusReader(folder.store, folder.layout, folder.range());
        PageIoException failure = assertThrows(PageIoException.class, () -> reader.read(lost));
        assertTrue(failure.getMessage().contains("XID " + lost + ", no such file"), failure::getMessage);
        assertEquals(folder.layout.pageOffset(folder.idSpace.position(lost)), failure.offset());
        return true;
    }

    @Test
    @DisplayName("LIF-6: a segment cut at any byte is short by exactly the ids of the pages it lost")
    void shouldNameIdsWhenSegmentIsCut() {
        forEachFolder(RandomFolderTest::checkNameIdsWhenSegmentIsCut);
    }

    private static boolean checkNameIdsWhenSegmentIsCut(RandomFolder folder) {
        long xid = folder.randomXid();
        if (xid >= folder.next) {
            return false;
        }
        byte[] content = folder.store.content(folder.name(xid));
        int keep = folder.random.nextInt(folder.layout.byteOffset(folder.idSpace.position(xid)) + 1);
        folder.store.put(folder.name(xid), Arrays.copyOf(content, keep));
        int pages = keep / folder.layout.pageBytes();
        long first = Math.max(folder.oldest, folder.segmentStart(xid) + (long) pages * folder.layout.xidsPerPage());
        long last = Math.min(folder.next, folder.segmentStart(xid) + folder.layout.xidsPerSegment()) - 1;
        VerifyResult result = folder.verify();
        List<Finding> cut = result.findings().stream()
                .filter(finding -> finding.code() == FindingCode.SHORT_SEGMENT)
                .toList();
        assertEquals(1, cut.size(), () -> folder + " " + result);
        while (folder.idSpace.isReserved(last)) {
            last--;
        }
        assertEquals(
                List.of(first, last), List.of(cut.get(0).firstXid(), cut.get(0).lastXid()), folder::toString);
        boolean ragged = keep % folder.layout.pageBytes() != 0;
        assertEquals(ragged ? 2 : 1, result.findings().size(), () -> folder + " " + result);
        assertEquals(ragged, result.findings().stream().anyMatch(f -> f.code() == FindingCode.RAGGED_SEGMENT));
        return true;
    }

    @Test
    @DisplayName("a page written over, with zeros or with all committed, is found, wherever it is")
    void shouldFindPageWrittenOver() {
        forEachFolder(RandomFolderTest::checkFindPageWrittenOver);
    }

    private static boolean checkFindPageWrittenOver(RandomFolder folder) {
        int xidsPerPage = folder.layout.xidsPerPage();
        long page = folder.randomXid() / xidsPerPage * xidsPerPage;
        boolean usedInFull = page >= folder.oldest && page + xidsPerPage <= folder.next;
        if (!usedInFull || folder.idSpace.isReserved(page)) {
            return false;
        }
        byte[] content = folder.store.content(folder.name(page));
        int offset = folder.layout.pageOffset(folder.idSpace.position(page));
        boolean zero = folder.random.nextBoolean();
        Arrays.fill(content, offset, offset + folder.layout.pageBytes(), (byte) (zero ? 0 : 0x55));
        folder.set(page - 1 - folder.random.nextInt(8), TransactionStatus.ABORTED);
        folder.set(page + xidsPerPage + folder.random.nextInt(8), TransactionStatus.ABORTED);
        Finding finding = only(folder, folder.verify());
        List<FindingCode> codes =
                zero ? List.of(FindingCode.ZERO_PAGES, FindingCode.ZERO_SEGMENT) : List.of(FindingCode.ALL_COMMITTED);
        assertTrue(codes.contains(finding.code()), () -> folder + " " + finding);
        assertEquals(folder.path(page), finding.file(), folder::toString);
        assertTrue(finding.firstXid() <= page && finding.firstXid() > page - 100, () -> folder + " " + finding);
        long last = page + xidsPerPage - 1;
        assertTrue(finding.lastXid() >= last && finding.lastXid() < last + 100, () -> folder + " " + finding);
        return true;
    }

    @Test
    @DisplayName("a disk sector of zeros is found; the same ids left by a crash, beside a sector's edge, are not")
    void shouldTellLostSectorFromCrash() {
        forEachFolder(RandomFolderTest::checkTellLostSectorFromCrash);
    }

    private static boolean checkTellLostSectorFromCrash(RandomFolder folder) {
        int sector = 2048;
        long start = (folder.randomXid() / sector + 1) * sector;
        if (start - sector < folder.oldest || start + 2L * sector > folder.next || folder.idSpace.isReserved(start)) {
            return false;
        }
        if (!sameFile(folder, start - sector, start + 2L * sector - 1)) {
            return false;
        }
        byte[] content = folder.store.content(folder.name(start));
        int offset = folder.layout.byteOffset(folder.idSpace.position(start));
        byte[] sound = content.clone();
        Arrays.fill(content, offset, offset + 512, (byte) 0);
        Finding finding = only(folder, folder.verify());
        assertEquals(FindingCode.ZERO_BLOCK, finding.code(), folder::toString);
        System.arraycopy(sound, 0, content, 0, sound.length);
        int aside = 20 + folder.random.nextInt(472);
        Arrays.fill(content, offset - aside, offset + 512 + folder.random.nextInt(512), (byte) 0);
        assertTrue(folder.verify().clean(), () -> folder + " " + folder.verify());
        return true;
    }

    private static boolean sameFile(RandomFolder folder, long first, long last) {
        return folder.segmentStart(first) == folder.segmentStart(last);
    }

    @Test
    @DisplayName("sub-committed ids that are over, and statuses past the next id, are found where they are")
    void shouldFindStatusesThatCannotBe() {
        forEachFolder(RandomFolderTest::checkFindStatusesThatCannotBe);
    }

    private static boolean checkFindStatusesThatCannotBe(RandomFolder folder) {
        long xid = folder.randomXid();
        boolean past = folder.random.nextBoolean();
        if (past) {
            xid = folder.idSpace.skipReserved(folder.next);
        }
        byte[] content = folder.store.content(folder.name(xid));
        int offset = folder.layout.byteOffset(folder.idSpace.position(xid));
        if (xid < folder.next == past || content == null || offset >= content.length) {
            return false;
        }
        content[offset] |= (byte) (3 << (2 * (xid % 4)));
        Finding finding = only(folder, folder.verify());
        assertEquals(past ? FindingCode.SET_PAST_NEXT : FindingCode.SUB_COMMITTED, finding.code(), folder::toString);
        assertEquals(List.of(xid, xid), List.of(finding.firstXid(), finding.lastXid()), folder::toString);
        assertEquals(offset, finding.offset());
        return true;
    }
}
