package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static dev.clog.api.TransactionStatus.SUB_COMMITTED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.LogFailedException;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageIoException;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.StatusChangeException;
import dev.clog.api.SubtransactionLog;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.WraparoundException;
import dev.clog.api.XidNotAssignedException;
import dev.clog.api.XidTooOldException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.api.spi.StoreEntry;
import dev.clog.api.spi.WriteAheadLog;
import dev.clog.testkit.Crash;
import dev.clog.testkit.DroppingForcePageStore;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** STA-3, STA-6, STA-8, LIF-1, LIF-3, LIF-6, FLT-3 in every page space: replay, crashes, and what readers ask besides. */
@ParameterizedClass
@MethodSource("spaces")
class RecoveryTest {
    private static final long PAGE = 32_768;
    private static final long SEGMENT = 1 << 20;
    private static final long[] NONE = {};

    @Parameter
    private PageSpaceConfig pages;

    private final MemoryPageStore disk = new MemoryPageStore();

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    private LogConfig config() {
        return LogConfig.wrapping32().withPages(pages);
    }

    private TransactionStatusLog inRecovery(long oldest, long next) {
        return PagedStatusLog.open(disk, config().withRange(oldest, next).withRecovery(true));
    }

    private void file(String name, int filler) throws IOException {
        byte[] content = new byte[262_144];
        Arrays.fill(content, (byte) filler);
        disk.add(name, content);
    }

    private byte[] bytes(String name, int offset, int length) throws IOException {
        ByteBuffer target = ByteBuffer.allocate(length);
        try (PageFile file = disk.open(name, Access.READ)) {
            file.read(target, offset);
        }
        return target.array();
    }

    @Test
    @DisplayName("Situation 35: replay never takes a final status back")
    void shouldNotDowngradeInReplay() throws IOException {
        file("0000", 0x55);
        try (TransactionStatusLog log = inRecovery(3, 1001)) {
            // The first phase of this tree meets children that are committed already.
            log.setTree(100, new long[] {200, 300, PAGE - 5}, COMMITTED);
            assertEquals(COMMITTED, log.status(200));
            StatusChangeException refused =
                    assertThrows(StatusChangeException.class, () -> log.setTree(500, NONE, ABORTED));
            assertEquals("xid 500 is committed and can't become aborted", refused.getMessage());
            assertEquals(COMMITTED, log.status(500));
            log.endRecovery(2000);
        }
    }

    @Test
    @DisplayName("LIF-1: replaying a new page zeroes and writes it at once")
    void shouldReplayAZeroedPage() throws IOException {
        file("0000", 0x55);
        try (TransactionStatusLog log = inRecovery(3, 1001)) {
            log.replayPageZeroed(0);
            assertEquals(IN_PROGRESS, log.status(500));
            assertArrayEquals(new byte[8192], bytes("0000", 0, 8192), "in the file before any checkpoint");
            log.replayPageZeroed(33);
            assertEquals(34 * PAGE, log.endXid());
            assertArrayEquals(new byte[8192], bytes("0000", 8192 * 31, 8192));
            log.setTree(33 * PAGE + 1, NONE, COMMITTED);
            log.endRecovery(33 * PAGE + 2);
            assertThrows(IllegalStateException.class, () -> log.replayPageZeroed(5));
            assertEquals(COMMITTED, log.status(33 * PAGE + 1));
        }
    }

    @Test
    void shouldReplayATruncationWithoutTellingTheWriteAheadLog() throws IOException {
        file("0000", 0x55);
        file("0001", 0x55);
        List<Long> told = new ArrayList<>();
        WriteAheadLog wal = new WriteAheadLog() {
            @Override
            public void flush(long lsn) {}

            @Override
            public long flushedLsn() {
                return Long.MAX_VALUE;
            }

            @Override
            public void pageZeroed(long pageNumber) {
                told.add(pageNumber);
            }

            @Override
            public void truncated(long oldestXid) {
                told.add(oldestXid);
            }
        };
        LogConfig config = config().withRange(3, SEGMENT + 9).withRecovery(true).withWriteAheadLog(wal);
        try (TransactionStatusLog log = PagedStatusLog.open(disk, config)) {
            log.truncate(SEGMENT + 5);
            log.replayPageZeroed(40);
            log.replayPageZeroed(3);
            assertEquals(List.of(), told);
            assertEquals(
                    List.of("0001"),
                    disk.entries().stream().map(StoreEntry::name).toList());
            log.truncate(3 * SEGMENT);
            assertEquals(3 * SEGMENT, log.oldestXid(), "a horizon beyond the pages of the checkpoint");
            log.endRecovery(3 * SEGMENT + 100);
            assertThrows(WraparoundException.class, () -> log.truncate(9 * SEGMENT));
            assertEquals(IN_PROGRESS, log.status(3 * SEGMENT + 7));
        }
    }

    @Test
    @DisplayName("STA-4, STA-6: the position that a status waits for, the largest of 32 transactions")
    void shouldTellThePositionThatAStatusWaitsFor() {
        WriteAheadLog wal = new WriteAheadLog() {
            @Override
            public void flush(long lsn) {}

            @Override
            public long flushedLsn() {
                return Long.MAX_VALUE;
            }
        };
        try (TransactionStatusLog log = PagedStatusLog.create(disk, config().withWriteAheadLog(wal))) {
            log.setTree(40, NONE, COMMITTED, 700);
            log.setTree(41, new long[] {100}, COMMITTED, 650);
            assertEquals(700, log.latestLsn(40));
            assertEquals(700, log.latestLsn(41), "that of the group");
            assertEquals(650, log.latestLsn(100));
            assertEquals(0, log.latestLsn(20));
            assertEquals(0, log.latestLsn(1));
            assertThrows(XidNotAssignedException.class, () -> log.latestLsn(PAGE));
            log.setTree(42, NONE, COMMITTED, 600);
            log.setTree(43, NONE, COMMITTED);
            assertEquals(700, log.latestLsn(42), "the largest stays");
            log.extendTo(33 * PAGE);
            for (long page = 1; page < 33; page++) {
                log.status(page * PAGE);
            }
            boolean evicted = pages instanceof PageCacheConfig cache && cache.slots() <= 32;
            assertEquals(evicted ? 0 : 700, log.latestLsn(40), "0 once the page went to its file");
        }
        try (TransactionStatusLog log = PagedStatusLog.open(disk, config().withRange(3, 33 * PAGE + 1))) {
            assertEquals(COMMITTED, log.status(40));
            assertEquals(0, log.latestLsn(40), "what was read in is durable");
        }
    }

    @Test
    @DisplayName("STA-4: a page that is zeroed has no position")
    void shouldForgetThePositionsOfAPageThatIsZeroed() throws IOException {
        file("0000", 0);
        try (TransactionStatusLog log = inRecovery(3, 1001)) {
            log.setTree(40, NONE, COMMITTED, 700);
            assertEquals(700, log.latestLsn(40));
            log.replayPageZeroed(0);
            assertEquals(IN_PROGRESS, log.status(40));
            assertEquals(0, log.latestLsn(40));
            log.endRecovery(1001);
        }
    }

    @Test
    @DisplayName("STA-8: sub-committed means as its parent")
    void shouldResolveSubCommittedByTheParent() throws IOException {
        file("0000", 0);
        byte[] subCommitted = new byte[262_144];
        subCommitted[25] = (byte) 0xFF; // 100 to 103
        disk.add("0000", subCommitted);
        SubtransactionLog parents = PagedSubtransactionLog.open(new MemoryPageStore(), config().withRange(3, 1000));
        parents.setParent(101, 50);
        parents.setParent(102, 101);
        parents.setParent(103, 60);
        LogConfig config = config().withRange(3, 1000).withParents(parents);
        try (parents;
                TransactionStatusLog log = PagedStatusLog.open(disk, config)) {
            log.setTree(50, NONE, COMMITTED);
            log.setTree(60, NONE, ABORTED);
            assertEquals(SUB_COMMITTED, log.status(102));
            assertTrue(log.isCommitted(50));
            assertTrue(log.isCommitted(101));
            assertTrue(log.isCommitted(102), "by its parent's parent");
            assertFalse(log.isCommitted(103));
            assertFalse(log.isCommitted(70));
            assertEquals(0, log.statistics().orphans());
            assertFalse(log.isCommitted(100), "no parent known");
            assertEquals(1, log.statistics().orphans());
            log.truncate(60);
            assertFalse(log.isCommitted(101), "its parent is below the horizon");
            assertEquals(2, log.statistics().orphans());
        }
    }

    @Test
    @DisplayName("Situation 31: what a checkpoint acknowledged is there after any crash, files of new segments too")
    void shouldKeepWhatACheckpointAcknowledged() {
        TransactionStatusLog log = PagedStatusLog.create(disk, config());
        log.extendTo(SEGMENT + 100);
        log.setTree(SEGMENT - 3, new long[] {SEGMENT + 90}, COMMITTED);
        log.checkpoint();
        log.setTree(7, NONE, ABORTED);
        for (Crash crash : Crash.worthTrying(disk.unsynced(), 3, 11)) {
            MemoryPageStore after = disk.crash(crash);
            try (TransactionStatusLog reopened = PagedStatusLog.open(after, config().withRange(3, SEGMENT + 101))) {
                assertEquals(COMMITTED, reopened.status(SEGMENT - 3), crash::toString);
                assertEquals(COMMITTED, reopened.status(SEGMENT + 90), crash::toString);
            }
        }
        log.close();
    }

    @Test
    @DisplayName("Situation 31, the test of the test: without forces of the folder the same is lost")
    void shouldLoseANewSegmentWhereForcesOfTheFolderAreDropped() {
        ForwardingPageStore forgetful = new ForwardingPageStore(disk) {
            @Override
            public void force() {
                // What this store exists to leave out.
            }
        };
        TransactionStatusLog log = PagedStatusLog.create(forgetful, config());
        log.extendTo(SEGMENT + 100);
        log.setTree(SEGMENT + 90, NONE, COMMITTED);
        log.checkpoint();
        MemoryPageStore after = disk.crash(Crash.losingAll());
        assertThrows(PageIoException.class, () -> PagedStatusLog.open(after, config().withRange(3, SEGMENT + 101)));
        log.close();
    }

    @Test
    @DisplayName("Situation 33: a force that failed is final, whatever the next one says")
    void shouldFailForGoodWhereAForceFails() {
        TransactionStatusLog first = PagedStatusLog.create(disk, config());
        first.close();
        DroppingForcePageStore dropping = new DroppingForcePageStore(disk, 2);
        TransactionStatusLog log = PagedStatusLog.open(dropping, config().withRange(3, 10));
        log.setTree(5, NONE, COMMITTED);
        assertThrows(PageIoException.class, log::checkpoint);
        assertTrue(dropping.fired());
        assertThrows(LogFailedException.class, log::checkpoint);
        assertThrows(LogFailedException.class, () -> log.status(5));
        assertThrows(LogFailedException.class, () -> log.setTree(6, NONE, COMMITTED));
        assertThrows(LogFailedException.class, () -> log.truncate(5));
        assertThrows(LogFailedException.class, () -> log.extendTo(PAGE));
        log.close();
        try (TransactionStatusLog after =
                PagedStatusLog.open(disk.crash(Crash.keepingAll()), config().withRange(3, 10))) {
            assertEquals(IN_PROGRESS, after.status(5), "it was never acknowledged");
        }
    }

    @Test
    void shouldNameTheIdWhosePageCouldNotBeReadAndReadItLater() throws IOException {
        file("0000", 0x55);
        disk.add("0001", new byte[262_144]);
        try (TransactionStatusLog log = PagedStatusLog.open(disk, config().withRange(3, SEGMENT + 100))) {
            try (PageFile file = disk.open("0000", Access.WRITE)) {
                file.truncate(8192 * 5);
            }
            PageIoException cut = assertThrows(PageIoException.class, () -> log.status(20 * PAGE + 7));
            assertTrue(cut.getMessage().contains("xid 655367"), cut.getMessage());
            assertTrue(cut.getMessage().contains("0000 offset=163840"), cut.getMessage());
            assertThrows(PageIoException.class, () -> log.setTree(20 * PAGE + 7, NONE, COMMITTED));
            assertEquals(IN_PROGRESS, log.status(SEGMENT + 50), "the log goes on");
            try (PageFile file = disk.open("0000", Access.WRITE)) {
                file.write(ByteBuffer.allocate(8192 * 27), 8192 * 5);
            }
            assertEquals(IN_PROGRESS, log.status(20 * PAGE + 7), "a failed read leaves nothing behind");
        }
    }

    @Test
    void shouldRefuseIdsBelowTheHorizonOfAReplayedTruncation() throws IOException {
        file("0000", 0x55);
        try (TransactionStatusLog log = inRecovery(3, 1001)) {
            log.truncate(500);
            assertThrows(XidTooOldException.class, () -> log.status(499));
            assertEquals(COMMITTED, log.status(500));
        }
    }
}
