package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.FROZEN;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.HorizonLease;
import dev.clog.api.IdSpace;
import dev.clog.api.LogConfig;
import dev.clog.api.PageIoException;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.WraparoundException;
import dev.clog.api.XidTooOldException;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import dev.clog.api.spi.WriteAheadLog;
import dev.clog.testkit.Crash;
import dev.clog.testkit.DiskError;
import dev.clog.testkit.FailingPageStore;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.ProbingPageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** LIF-4, LIF-5, STA-9, in every page space and both id spaces. */
@ParameterizedClass
@MethodSource("spaces")
class TruncationTest {
    private static final long PAGE = 32_768;
    private static final long SEGMENT = 1 << 20;
    private static final long[] NONE = {};

    @Parameter(0)
    private PageSpaceConfig pages;

    @Parameter(1)
    private IdSpace idSpace;

    private final MemoryPageStore disk = new MemoryPageStore();
    private final List<String> walRecords = new ArrayList<>();

    static Stream<Arguments> spaces() {
        return PageSpaces.all().stream()
                .flatMap(pages -> Stream.of(IdSpace.values()).map(ids -> Arguments.of(pages, ids)));
    }

    private LogConfig config() {
        LogConfig fresh = idSpace == IdSpace.FULL_64 ? LogConfig.full64() : LogConfig.wrapping32();
        return fresh.withPages(pages);
    }

    private TransactionStatusLog create() {
        return PagedStatusLog.create(disk, config());
    }

    private List<String> files() {
        return disk.entries().stream().map(StoreEntry::name).sorted().toList();
    }

    private final class RecordingLog implements WriteAheadLog {
        @Override
        public void flush(long lsn) {}

        @Override
        public long flushedLsn() {
            return Long.MAX_VALUE;
        }

        @Override
        public void truncated(long oldestXid) {
            walRecords.add("truncated " + oldestXid + " of " + files());
        }
    }

    @Test
    @DisplayName("Situation 26: a holder keeps its segment, and after it the segment goes")
    void shouldHoldBackForALease() {
        try (TransactionStatusLog log = create()) {
            log.extendTo(5 * SEGMENT);
            log.setTree(100, NONE, COMMITTED);
            HorizonLease lease = log.retain(100);
            HorizonLease same = log.retain(100);
            assertEquals(100, log.truncate(2 * SEGMENT));
            assertEquals(COMMITTED, log.status(100));
            assertThrows(XidTooOldException.class, () -> log.status(99));
            assertTrue(files().contains("0000"));
            lease.close();
            lease.close();
            log.checkpoint();
            assertEquals(COMMITTED, log.status(100), "the second lease holds");
            same.close();
            assertEquals(COMMITTED, log.status(100));
            log.checkpoint();
            assertEquals(2 * SEGMENT, log.oldestXid());
            assertFalse(files().contains("0000") || files().contains("0001"), () -> files().toString());
            assertThrows(XidTooOldException.class, () -> log.status(100));
            assertEquals(FROZEN, log.statusOrFrozen(100));
            assertThrows(XidTooOldException.class, () -> log.retain(100));
        }
    }

    @Test
    void shouldTellTheWriteAheadLogAfterTheHorizonMovedAndBeforeAFileGoes() {
        try (TransactionStatusLog log = PagedStatusLog.create(disk, config().withWriteAheadLog(new RecordingLog()))) {
            log.extendTo(3 * SEGMENT);
            log.truncate(SEGMENT + 7);
            assertEquals(List.of("truncated 1048583 of [0000, 0001, 0002, 0003]"), walRecords);
            assertEquals(List.of("0001", "0002", "0003"), files());
            log.truncate(SEGMENT + 9);
            assertEquals(1, walRecords.size(), "no file goes");
            assertEquals(SEGMENT + 9, log.oldestXid());
            assertEquals(SEGMENT + 9, log.truncate(5), "never back");
        }
    }

    @Test
    void shouldRefuseACutoffBeyondTheLatestPage() {
        try (TransactionStatusLog log = create()) {
            log.setTree(5, NONE, ABORTED);
            WraparoundException refused = assertThrows(WraparoundException.class, () -> log.truncate(3 * SEGMENT));
            assertTrue(refused.getMessage().contains("apparent wraparound"), refused.getMessage());
            assertEquals(ABORTED, log.status(5));
        }
    }

    @Test
    void shouldKeepTheFilesWhereTheWriteAheadLogFails() {
        AtomicBoolean broken = new AtomicBoolean(true);
        WriteAheadLog wal = new WriteAheadLog() {
            @Override
            public void flush(long lsn) {}

            @Override
            public long flushedLsn() {
                return 0;
            }

            @Override
            public void truncated(long oldestXid) throws IOException {
                if (broken.get()) {
                    throw new IOException("no room in the log");
                }
            }
        };
        try (TransactionStatusLog log = PagedStatusLog.create(disk, config().withWriteAheadLog(wal))) {
            log.extendTo(2 * SEGMENT);
            assertThrows(PageIoException.class, () -> log.truncate(SEGMENT));
            assertEquals(List.of("0000", "0001", "0002"), files());
            assertThrows(XidTooOldException.class, () -> log.status(7));
            broken.set(false);
            log.truncate(SEGMENT);
            assertEquals(List.of("0001", "0002"), files());
        }
    }

    @Test
    void shouldRemoveWithTheNextTruncationWhatCouldNotBeRemoved() {
        FailingPageStore failing =
                FailingPageStore.once(disk, operation -> operation.kind() == Kind.REMOVE, 2, DiskError.INPUT_OUTPUT);
        try (TransactionStatusLog log = PagedStatusLog.create(failing, config())) {
            log.extendTo(4 * SEGMENT);
            assertThrows(PageIoException.class, () -> log.truncate(3 * SEGMENT));
            assertTrue(failing.fired());
            log.checkpoint();
            assertEquals(List.of("0003", "0004"), files());
        }
    }

    @Test
    void shouldForceTheFolderWithTheNextCheckpointWhereThatFailed() {
        FailingPageStore failing = FailingPageStore.once(
                disk,
                operation -> operation.kind() == Kind.FORCE_FOLDER && !files().contains("0000"),
                1,
                DiskError.INPUT_OUTPUT);
        try (TransactionStatusLog log = PagedStatusLog.create(failing, config())) {
            log.extendTo(2 * SEGMENT);
            assertThrows(PageIoException.class, () -> log.truncate(SEGMENT));
            assertTrue(failing.fired());
            assertTrue(disk.crash(Crash.losingAll()).entries().stream()
                    .anyMatch(entry -> entry.name().equals("0000")));
            log.checkpoint();
            assertTrue(disk.crash(Crash.losingAll()).entries().stream()
                    .noneMatch(entry -> entry.name().equals("0000")));
        }
    }

    @Test
    void shouldRemoveWhatATruncationBeforeACrashLeft() throws IOException {
        disk.add("0000", new byte[262_144]);
        disk.add("0001", new byte[262_144]);
        disk.add("0007", new byte[262_144]);
        disk.add("pg_notes", new byte[3]);
        LogConfig config = config().withRange(SEGMENT + 5, SEGMENT + 100);
        try (TransactionStatusLog log = PagedStatusLog.open(disk, config)) {
            assertEquals(List.of("0000", "0001", "0007", "pg_notes"), files());
            log.truncate(SEGMENT + 6);
            assertEquals(List.of("0001", "0007", "pg_notes"), files(), "what lies ahead stays");
        }
    }

    @Test
    @DisplayName("Situation 27: readers of ids around the cutoff get a status or too old, never a missing file")
    void shouldNeverShowARemovedFileToAReader() throws InterruptedException {
        AtomicReference<Throwable> wrong = new AtomicReference<>();
        AtomicBoolean stop = new AtomicBoolean();
        try (TransactionStatusLog log = create()) {
            Thread[] readers = new Thread[8];
            for (int i = 0; i < readers.length; i++) {
                long offset = i * 97L;
                readers[i] = new Thread(() -> {
                    try {
                        while (!stop.get()) {
                            read(log, Math.max(3, log.oldestXid() - 3 * PAGE + offset));
                            read(log, log.oldestXid() + offset);
                        }
                    } catch (Throwable e) {
                        wrong.set(e);
                    }
                });
                readers[i].start();
            }
            for (int segment = 1; segment < 60 && wrong.get() == null; segment++) {
                log.extendTo(segment * SEGMENT + PAGE);
                for (long xid = segment * SEGMENT - 2 * PAGE; xid < segment * SEGMENT + PAGE; xid += 97) {
                    log.setTree(xid, NONE, COMMITTED);
                }
                log.truncate(segment * SEGMENT);
            }
            stop.set(true);
            for (Thread reader : readers) {
                reader.join();
            }
        }
        assertNull(wrong.get());
    }

    private static void read(TransactionStatusLog log, long xid) {
        try {
            TransactionStatus status = log.status(xid);
            assertTrue(status == COMMITTED || status == IN_PROGRESS, status::toString);
        } catch (XidTooOldException e) {
            assertTrue(xid < log.oldestXid(), e::getMessage);
        }
    }

    @Test
    @DisplayName("Situation 27: the horizon moves before the first file goes")
    void shouldMoveTheHorizonBeforeTheFirstUnlink() {
        AtomicReference<TransactionStatusLog> watched = new AtomicReference<>();
        List<Long> horizons = new ArrayList<>();
        ProbingPageStore probing = new ProbingPageStore(disk, operation -> {
            if (operation.kind() == Kind.REMOVE) {
                horizons.add(watched.get().oldestXid());
            }
        });
        try (TransactionStatusLog log = PagedStatusLog.create(probing, config())) {
            watched.set(log);
            log.extendTo(3 * SEGMENT);
            log.truncate(2 * SEGMENT);
        }
        assertEquals(List.of(2 * SEGMENT, 2 * SEGMENT), horizons);
    }

    @Test
    @DisplayName("Situation 28: a truncation that is late changes nothing, and two at once lose nothing")
    void shouldTruncateTwiceAtOnceAndLoseNoCommit() throws InterruptedException {
        try (TransactionStatusLog log = create()) {
            log.extendTo(SEGMENT);
            long next = 3;
            for (int round = 1; round <= 12; round++) {
                long target = round * 2L * SEGMENT;
                Thread late = new Thread(() -> log.truncate(Math.max(3, target - 3 * SEGMENT)));
                Thread other = new Thread(() -> {
                    if (target > 4 * SEGMENT) {
                        log.truncate(target - 2 * SEGMENT - 5);
                    }
                });
                late.start();
                other.start();
                for (; next < target; next += 4099) {
                    log.extendTo(next);
                    log.setTree(next, NONE, COMMITTED);
                }
                late.join();
                other.join();
                for (long xid = next - 4099; xid >= log.oldestXid(); xid -= 4099) {
                    assertEquals(COMMITTED, log.status(xid));
                }
            }
        }
    }

    @Test
    @DisplayName("FLT-3: after a crash in the middle of a truncation the rest is whole")
    void shouldKeepWhatIsAboveTheHorizonInEveryCrash() {
        List<MemoryPageStore> images = new ArrayList<>();
        ProbingPageStore probing = new ProbingPageStore(disk, operation -> {
            if (operation.kind().isChange()) {
                for (Crash crash : Crash.worthTrying(disk.unsynced(), 2, 7)) {
                    images.add(disk.crash(crash));
                }
            }
        });
        TransactionStatusLog log = PagedStatusLog.create(probing, config());
        log.extendTo(3 * SEGMENT);
        log.setTree(2 * SEGMENT + 5, new long[] {3 * SEGMENT}, COMMITTED);
        log.checkpoint();
        images.clear();
        log.truncate(2 * SEGMENT + 5);
        images.add(disk.crash(Crash.losingAll()));
        assertTrue(images.size() > 3, "crashes were tried: " + images.size());
        for (MemoryPageStore image : images) {
            LogConfig config = config().withRange(2 * SEGMENT + 5, 3 * SEGMENT + 1);
            try (TransactionStatusLog after = PagedStatusLog.open(image, config)) {
                assertEquals(COMMITTED, after.status(2 * SEGMENT + 5), image::toString);
                assertEquals(COMMITTED, after.status(3 * SEGMENT), image::toString);
            }
        }
        log.close();
    }

    @Test
    @DisplayName("Situation 31: a file that a truncation removed stays removed, whatever the crash loses")
    void shouldRemoveFilesDurably() {
        assertEquals(List.of("0001", "0002"), filesAfterTruncationAndCrash(disk));
    }

    @Test
    @DisplayName("Situation 31, the test of the test: where forces of the folder are dropped it comes back")
    void shouldBringRemovedFilesBackWithoutForcesOfTheFolder() {
        AtomicBoolean dropping = new AtomicBoolean();
        ForwardingPageStore forgetful = new ForwardingPageStore(disk) {
            @Override
            public void force() throws IOException {
                if (!dropping.get()) {
                    super.force();
                }
            }

            @Override
            public void remove(String name) throws IOException {
                dropping.set(true);
                super.remove(name);
            }
        };
        assertEquals(List.of("0000", "0001", "0002"), filesAfterTruncationAndCrash(forgetful));
    }

    private List<String> filesAfterTruncationAndCrash(PageStore store) {
        TransactionStatusLog log = PagedStatusLog.create(store, config());
        log.extendTo(2 * SEGMENT);
        log.truncate(SEGMENT);
        assertEquals(List.of("0001", "0002"), files());
        List<String> left = disk.crash(Crash.losingAll()).entries().stream()
                .map(StoreEntry::name)
                .toList();
        log.close();
        return left;
    }

    @Test
    void shouldSayWhatToDoWhereNoIdIsLeft() throws IOException {
        if (idSpace != IdSpace.WRAPPING_32) {
            return;
        }
        disk.add("0000", new byte[262_144]);
        LogConfig config = config().withRange(1000, 2000);
        try (TransactionStatusLog log = PagedStatusLog.open(disk, config)) {
            long limit = 1000L + Integer.MAX_VALUE - 3_000_000L;
            WraparoundException refused = assertThrows(WraparoundException.class, () -> log.extendTo(limit));
            assertTrue(refused.getMessage().contains("no id is left"), refused.getMessage());
            assertTrue(refused.getMessage().contains("truncate"), refused.getMessage());
        }
    }
}
