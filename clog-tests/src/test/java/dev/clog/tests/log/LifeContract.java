package dev.clog.tests.log;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogClosedException;
import dev.clog.api.LogConfig;
import dev.clog.api.LogFormatException;
import dev.clog.api.PageIoException;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.spi.PageStore;
import dev.clog.groupcommit.PageLogs;
import dev.clog.offheap.store.FilePageStore;
import dev.clog.testkit.ProbingPageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a log begins, grows, and ends: LIF-1, LIF-2, LIF-3. */
abstract class LifeContract extends TransactionStatusLogContract {
    private static final byte[] ZEROS = new byte[PageBits.SEGMENT_BYTES];

    @Test
    @DisplayName("LIF-2: a new log has the page of its first id, zeroed, in a segment that is there in full")
    void shouldCreateTheFirstPage() throws IOException {
        try (TransactionStatusLog log = create()) {
            assertEquals(List.of(xid(0), xid(TO_NEXT_PAGE)), List.of(log.oldestXid(), log.endXid()));
            assertArrayEquals(ZEROS, Files.readAllBytes(bits().file(xid(0))));
            assertEquals(idSpace(), log.idSpace());
            assertFalse(log.inRecovery());
        }
        assertEquals(List.of(bits().file(xid(0)).getFileName().toString()), bits().names());
    }

    @Test
    @DisplayName("FLT-2: a folder with page files is not made a new log, and stays as it was")
    void shouldNotCreateOverPageFiles() throws IOException {
        Files.createDirectory(folder());
        Files.writeString(folder().resolve("00A0"), "not empty");
        assertThrows(LogFormatException.class, this::create);
        assertEquals(List.of("00A0"), bits().names());
        assertEquals("not empty", Files.readString(folder().resolve("00A0")));
    }

    @Test
    @DisplayName("LIF-1: a new page is logged, zeroed and there in full before it is part of the log")
    void shouldExtendPageByPage() throws IOException {
        WrittenPages pages = new WrittenPages();
        try (TransactionStatusLog log =
                PageLogs.createStatuses(folder(), holding(0).withWriteAheadLog(pages))) {
            pages.watch(log);
            log.extendTo(xid(TO_NEXT_PAGE - 1));
            assertEquals(List.of(), pages.numbers());
            log.extendTo(xid(TO_NEXT_SEGMENT));
            long page = segmentEnd() / PageBits.PAGE_XIDS;
            assertEquals(List.of(page, page + 1), pages.numbers());
            assertTrue(pages.endsSeen().stream().allMatch(end -> end <= xid(TO_NEXT_PAGE)), "logged too late");
            assertEquals((page + 2) * PageBits.PAGE_XIDS, log.endXid());
            assertArrayEquals(ZEROS, Files.readAllBytes(bits().file(xid(TO_NEXT_SEGMENT))));
        }
    }

    @Test
    @DisplayName("LIF-1: a page that can't be logged does not become part of the log, until it can")
    void shouldNotExtendWhatIsNotLogged() {
        WrittenPages pages = new WrittenPages();
        try (TransactionStatusLog log =
                PageLogs.createStatuses(folder(), holding(0).withWriteAheadLog(pages))) {
            pages.refuse(true);
            assertThrows(PageIoException.class, () -> log.extendTo(xid(TO_NEXT_PAGE)));
            assertEquals(xid(TO_NEXT_PAGE), log.endXid());
            pages.refuse(false);
            log.extendTo(xid(TO_NEXT_PAGE));
            assertStatus(IN_PROGRESS, log, xid(TO_NEXT_PAGE));
        }
    }

    @Test
    @DisplayName("LIF-1: statuses that a page has from another life are gone, in the file too, once it is extended to")
    void shouldZeroStalePages() throws IOException {
        create().close();
        for (long xid : xids(TO_NEXT_PAGE, 20_000, TO_NEXT_SEGMENT - 1)) {
            bits().put(xid, 1);
        }
        try (TransactionStatusLog log = open(holding(TO_NEXT_PAGE))) {
            assertEquals(xid(TO_NEXT_PAGE), log.endXid());
            log.extendTo(xid(TO_NEXT_PAGE));
            for (long xid : xids(TO_NEXT_PAGE, 20_000, TO_NEXT_SEGMENT - 1)) {
                assertStatus(IN_PROGRESS, log, xid);
                assertEquals(0, bits().get(xid));
            }
        }
    }

    @Test
    @DisplayName(
            "LIF-2: an open log ends with the page of the next id, whose statuses from there on are zeroed durably")
    void shouldZeroFromTheNextId() throws IOException {
        try (TransactionStatusLog log = createTo(20_000)) {
            log.setTree(xid(100), xids(9_998, 9_999, 10_000, 10_001, 20_000), COMMITTED);
        }
        try (TransactionStatusLog log = open(holding(10_000))) {
            assertEquals(segmentEnd() + 1, log.endXid());
            assertStatus(COMMITTED, log, xids(100, 9_998, 9_999));
            assertStatus(IN_PROGRESS, log, xids(10_000, 10_001, 20_000));
            assertEquals(
                    List.of(1, 0, 0),
                    List.of(bits().get(xid(9_999)), bits().get(xid(10_000)), bits().get(xid(20_000))));
        }
    }

    @Test
    @DisplayName("LIF-2: a log whose next id begins a page ends before that page, and changes nothing of it")
    void shouldLeaveThePageOfANextIdThatBeginsIt() throws IOException {
        try (TransactionStatusLog log = createTo(20_000)) {
            log.setTree(xid(100), xids(TO_NEXT_PAGE - 1, TO_NEXT_PAGE), COMMITTED);
        }
        try (TransactionStatusLog log = open(holding(TO_NEXT_PAGE))) {
            assertEquals(xid(TO_NEXT_PAGE), log.endXid());
            assertStatus(COMMITTED, log, xid(TO_NEXT_PAGE - 1));
        }
        assertEquals(List.of(1, 1), List.of(bits().get(xid(TO_NEXT_PAGE - 1)), bits().get(xid(TO_NEXT_PAGE))));
    }

    @Test
    @DisplayName("LIF-2: the end of recovery zeroes from the next id on, and no sooner")
    void shouldZeroAtTheEndOfRecovery() throws IOException {
        try (TransactionStatusLog log = createTo(20_000)) {
            log.setTree(xid(100), xids(9_999, 10_000, 20_000), ABORTED);
        }
        LogConfig config = holding(8_000).withRecovery(true);
        try (TransactionStatusLog log = open(config)) {
            assertTrue(log.inRecovery());
            assertStatus(ABORTED, log, xids(100, 9_999, 10_000, 20_000));
            log.endRecovery(xid(10_000));
            assertFalse(log.inRecovery());
            assertStatus(ABORTED, log, xids(100, 9_999));
            assertStatus(IN_PROGRESS, log, xids(10_000, 20_000));
            assertThrows(IllegalStateException.class, () -> log.endRecovery(xid(10_000)));
        }
        assertEquals(List.of(2, 0), List.of(bits().get(xid(9_999)), bits().get(xid(20_000))));
    }

    @Test
    @DisplayName("LIF-3: what was set before a checkpoint is in the files after it, and the log goes on")
    void shouldWriteEverythingAtACheckpoint() throws IOException {
        try (TransactionStatusLog log = createTo(50_000)) {
            log.setTree(xid(0), xids(1, 7_300, 40_003), COMMITTED);
            log.setTree(xid(2), xids(40_004), ABORTED);
            log.checkpoint();
            for (long xid : xids(0, 1, 7_300, 40_003)) {
                assertEquals(1, bits().get(xid));
            }
            assertEquals(List.of(2, 2), List.of(bits().get(xid(2)), bits().get(xid(40_004))));
            log.setTree(xid(3), xids(40_005), COMMITTED);
            log.checkpoint();
            assertEquals(List.of(1, 1), List.of(bits().get(xid(3)), bits().get(xid(40_005))));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"WRITE", "FORCE"})
    @DisplayName(
            "LIF-3: a status that is set while its page is written or forced is in the files after the next checkpoint")
    void shouldNotLoseWhatIsSetDuringACheckpoint(Kind moment) throws IOException {
        createTo(20_000).close();
        AtomicLong next = new AtomicLong(Long.MAX_VALUE);
        AtomicReference<TransactionStatusLog> opened = new AtomicReference<>();
        PageStore store = new ProbingPageStore(FilePageStore.openForWriting(folder()), operation -> {
            if (operation.kind() == moment && next.get() < TO_NEXT_PAGE) {
                opened.get().setTree(xid(next.getAndIncrement()), new long[0], COMMITTED);
            }
        });
        try (TransactionStatusLog log = PageLogs.openStatuses(store, holding(20_000))) {
            opened.set(log);
            log.setTree(xid(0), new long[0], COMMITTED);
            next.set(1);
            log.checkpoint();
            long end = next.getAndSet(Long.MAX_VALUE);
            assertTrue(end > 1, () -> "set during the checkpoint: " + (end - 1));
            log.checkpoint();
            for (long n = 0; n < end; n++) {
                assertEquals(1, bits().get(xid(n)), "n=" + n);
            }
        }
    }

    @Test
    @DisplayName("a closed log says so, and may be closed again")
    void shouldSayThatItIsClosed() {
        TransactionStatusLog log = createTo(50_000);
        log.close();
        log.close();
        assertThrows(LogClosedException.class, () -> log.status(xid(0)));
        assertThrows(LogClosedException.class, () -> log.statusOrFrozen(xid(0)));
        assertThrows(LogClosedException.class, () -> log.setTree(xid(0), xids(1), COMMITTED));
        assertThrows(LogClosedException.class, () -> log.extendTo(xid(0)));
        assertThrows(LogClosedException.class, log::checkpoint);
    }
}
