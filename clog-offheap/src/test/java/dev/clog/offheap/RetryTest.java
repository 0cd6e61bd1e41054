package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.ClogException;
import dev.clog.api.LogClosedException;
import dev.clog.api.LogConfig;
import dev.clog.api.PageIoException;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.api.spi.StoreEntry;
import dev.clog.api.spi.WriteAheadLog;
import dev.clog.testkit.Crash;
import dev.clog.testkit.DiskError;
import dev.clog.testkit.FailingPageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** FLT-2, FLT-3, LIF-1, LIF-2, LIF-6, LIF-7: what a failure leaves behind, and what trying again makes of it. */
@ParameterizedClass
@MethodSource("spaces")
class RetryTest {
    private static final long PAGE = 32_768;
    private static final long SEGMENT = 1 << 20;
    private static final long WRAP = 1L << 32;
    private static final long[] NONE = {};

    @Parameter
    private PageSpaceConfig pages;

    private final MemoryPageStore disk = new MemoryPageStore();

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    private LogConfig config(long oldest, long next) {
        return LogConfig.wrapping32().withPages(pages).withRange(oldest, next);
    }

    private void ones(String name) throws IOException {
        byte[] content = new byte[262_144];
        Arrays.fill(content, (byte) 0x55);
        disk.add(name, content);
    }

    private byte[] bytes(MemoryPageStore store, String name) throws IOException {
        ByteBuffer target = ByteBuffer.allocate(262_144);
        try (PageFile file = store.open(name, Access.READ)) {
            file.read(target, 0);
        }
        return target.array();
    }

    private List<String> files() {
        return disk.entries().stream().map(StoreEntry::name).sorted().toList();
    }

    @ParameterizedTest
    @EnumSource(DiskError.class)
    @DisplayName(
            "Whatever operation fails, once, in open or extend: no file that was there goes, and trying again works")
    void shouldKeepEveryFileAndSucceedWhenTriedAgain(DiskError error) throws IOException {
        boolean fired = true;
        for (int k = 1; fired; k++) {
            MemoryPageStore fresh = new MemoryPageStore();
            byte[] ones = new byte[262_144];
            Arrays.fill(ones, (byte) 0x55);
            fresh.add("0000", ones);
            fresh.add("0001", ones);
            FailingPageStore failing = FailingPageStore.once(fresh, operation -> true, k, error);
            tryAll(failing);
            fired = failing.fired();
            List<String> there = fresh.entries().stream().map(StoreEntry::name).toList();
            assertTrue(there.containsAll(List.of("0000", "0001")), "k=" + k + " " + there);
            MemoryPageStore after = fresh.crash(Crash.losingAll());
            try (TransactionStatusLog log = PagedStatusLog.open(after, config(3, 1001))) {
                assertEquals(COMMITTED, log.status(1000), "k=" + k);
                log.extendTo(SEGMENT + 9);
                for (long xid : new long[] {1001, PAGE, 31 * PAGE, SEGMENT, SEGMENT + 9}) {
                    assertEquals(IN_PROGRESS, log.status(xid), "k=" + k + " xid=" + xid);
                }
            }
        }
    }

    private void tryAll(FailingPageStore failing) {
        try (TransactionStatusLog log = PagedStatusLog.open(failing, config(3, 1001))) {
            log.extendTo(SEGMENT + 9);
        } catch (ClogException e) {
            assertFalse(e.getMessage().isBlank());
        }
    }

    @Test
    @DisplayName("LIF-1: zeros whose write failed are written by the next attempt")
    void shouldWriteTheZerosThatCouldNotBeWritten() throws IOException {
        ones("0000");
        FailingPageStore failing =
                FailingPageStore.once(disk, operation -> operation.kind() == Kind.WRITE, 2, DiskError.NO_SPACE);
        TransactionStatusLog log = PagedStatusLog.open(failing, config(3, 1001));
        assertThrows(PageIoException.class, () -> log.extendTo(PAGE));
        assertTrue(failing.fired());
        log.extendTo(PAGE);
        MemoryPageStore lost = disk.crash(Crash.losingAll());
        assertEquals(0, bytes(lost, "0000")[8192], "on disk before the id is handed out");
        try (TransactionStatusLog after = PagedStatusLog.open(lost, config(3, PAGE + 1))) {
            assertEquals(IN_PROGRESS, after.status(PAGE));
        }
        log.close();
    }

    @Test
    @DisplayName("LIF-2: the same at the end of recovery")
    void shouldWriteTheZerosOfRecoveryWhenTriedAgain() throws IOException {
        ones("0000");
        FailingPageStore failing =
                FailingPageStore.once(disk, operation -> operation.kind() == Kind.WRITE, 1, DiskError.INPUT_OUTPUT);
        TransactionStatusLog log = PagedStatusLog.open(failing, config(3, 1001).withRecovery(true));
        assertThrows(PageIoException.class, () -> log.endRecovery(1001));
        assertTrue(log.inRecovery());
        log.endRecovery(1001);
        assertEquals(0, bytes(disk.crash(Crash.losingAll()), "0000")[251]);
        log.close();
    }

    @Test
    @DisplayName("A segment that got its size and not its force is forced when it is allocated again")
    void shouldForceASegmentWhoseForceFailed() {
        FailingPageStore failing = FailingPageStore.once(
                disk,
                operation -> operation.kind() == Kind.FORCE && operation.name().equals("0001"),
                1,
                DiskError.INPUT_OUTPUT);
        TransactionStatusLog log = PagedStatusLog.create(failing, config(3, 3));
        assertThrows(PageIoException.class, () -> log.extendTo(SEGMENT));
        log.extendTo(SEGMENT);
        MemoryPageStore lost = disk.crash(Crash.losingAll());
        try (TransactionStatusLog after = PagedStatusLog.open(lost, config(3, SEGMENT + 1))) {
            assertEquals(IN_PROGRESS, after.status(SEGMENT));
        }
        log.close();
    }

    @Test
    @DisplayName("LIF-6: at the wrap the last segment before it must have all its pages")
    void shouldRefuseAShortLastSegmentWhereTheNextIdIsTheFirstOfAnEpoch() throws IOException {
        disk.add("0FFF", new byte[8192]);
        LogConfig config = config(WRAP - SEGMENT + 5, WRAP + 3);
        PageIoException refused = assertThrows(PageIoException.class, () -> PagedStatusLog.open(disk, config));
        assertTrue(refused.getMessage().contains("xid " + (WRAP - SEGMENT + PAGE)), refused.getMessage());
        assertEquals(8192, bytesThere("0FFF"));
    }

    private long bytesThere(String name) {
        return disk.entries().stream()
                .filter(entry -> entry.name().equals(name))
                .mapToLong(StoreEntry::sizeBytes)
                .sum();
    }

    @Test
    @DisplayName("LIF-6: recovery makes no file before it has checked those that are there")
    void shouldMakeNothingInRecoveryWhereAFileIsShort() {
        List<String> before = files();
        assertThrows(PageIoException.class, () -> {
            disk.add("0001", new byte[8192]);
            PagedStatusLog.open(disk, config(3, 2 * SEGMENT - 5).withRecovery(true));
        });
        assertEquals(List.of(), before);
        assertEquals(List.of("0001"), files());
        assertEquals(8192, bytesThere("0001"));
    }

    @Test
    @DisplayName("FLT-3: what a set acknowledged while the log was being closed is in the files")
    void shouldLoseNoAcknowledgedSetToAClose() throws Exception {
        for (int round = 0; round < 60; round++) {
            MemoryPageStore store = new MemoryPageStore();
            TransactionStatusLog log = PagedStatusLog.create(store, config(3, 3));
            CountDownLatch running = new CountDownLatch(2);
            List<AtomicLong> acknowledged = new ArrayList<>();
            List<Thread> setters = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int first = 3 + i;
                AtomicLong last = new AtomicLong();
                acknowledged.add(last);
                Thread setter = new Thread(() -> {
                    running.countDown();
                    assertThrows(LogClosedException.class, () -> {
                        for (long xid = first; ; xid += 2) {
                            log.setTree(xid % PAGE < 3 ? 5 : xid % PAGE, NONE, COMMITTED);
                            last.set(Math.min(xid, PAGE - 1));
                        }
                    });
                });
                setters.add(setter);
                setter.start();
            }
            running.await();
            log.close();
            for (Thread setter : setters) {
                setter.join();
            }
            try (TransactionStatusLog after =
                    PagedStatusLog.open(store.crash(Crash.losingAll()), config(3, PAGE - 1))) {
                for (int i = 0; i < 2; i++) {
                    for (long xid = 3L + i; xid <= acknowledged.get(i).get() && xid < PAGE - 1; xid += 2) {
                        assertEquals(COMMITTED, after.status(xid), "round=" + round + " xid=" + xid);
                    }
                }
            }
        }
    }

    @Test
    @DisplayName("A log grows while a checkpoint waits for the engine's log")
    void shouldExtendWhileACheckpointFlushes() throws InterruptedException {
        CountDownLatch flushing = new CountDownLatch(1);
        CountDownLatch extended = new CountDownLatch(1);
        AtomicLong flushed = new AtomicLong();
        WriteAheadLog wal = new WriteAheadLog() {
            @Override
            public void flush(long lsn) throws IOException {
                flushing.countDown();
                try {
                    assertTrue(extended.await(30, TimeUnit.SECONDS), "extendTo waits for the checkpoint");
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                flushed.set(lsn);
            }

            @Override
            public long flushedLsn() {
                return flushed.get();
            }
        };
        try (TransactionStatusLog log = PagedStatusLog.create(disk, config(3, 3).withWriteAheadLog(wal))) {
            log.setTree(5, NONE, COMMITTED, 7);
            Thread checkpoint = new Thread(log::checkpoint);
            checkpoint.start();
            flushing.await();
            log.extendTo(3 * SEGMENT);
            log.setTree(3 * SEGMENT, NONE, COMMITTED);
            extended.countDown();
            checkpoint.join();
            assertEquals(COMMITTED, log.status(3 * SEGMENT));
        }
    }

    @Test
    void shouldRefuseIdsBeyondTheLargest() {
        assertThrows(
                IllegalArgumentException.class,
                () -> LogConfig.full64().withRange(Long.MAX_VALUE - 5, Long.MAX_VALUE - 5));
        try (TransactionStatusLog log =
                PagedStatusLog.create(disk, LogConfig.full64().withPages(pages))) {
            assertThrows(IllegalArgumentException.class, () -> log.extendTo(Long.MAX_VALUE - 5));
            assertEquals(PAGE, log.endXid());
        }
    }

    @Test
    void shouldNameTheEndStillWhenClosed() {
        TransactionStatusLog log = PagedStatusLog.create(disk, config(3, 3));
        log.close();
        assertEquals(PAGE, log.endXid());
        assertEquals(3, log.oldestXid());
        assertThrows(LogClosedException.class, () -> log.extendTo(5));
    }
}
