package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageIoException;
import dev.clog.api.ResidentWindowConfig;
import dev.clog.testkit.Crash;
import dev.clog.testkit.DiskError;
import dev.clog.testkit.FailingPageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.StoreOperation;
import dev.clog.testkit.StoreOperation.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** LIF-3: a checkpoint loses nothing to those who write pages, and fail to, at the same time. */
class CheckpointAgainstWritesTest {
    private static final long PAGE = 32768;
    private static final long SEGMENT = 1 << 20;
    private static final long[] NONE = {};

    private final MemoryPageStore disk = new MemoryPageStore();
    private GatedStore gate = new GatedStore(disk);

    @AfterEach
    void openTheGate() {
        gate.openGate();
    }

    private static boolean isOn(StoreOperation operation, Kind kind, String file) {
        return operation.kind() == kind && operation.name().equals(file);
    }

    private static Started checkpointOf(PagedStatusLog log) {
        return new Started(() -> {
            log.checkpoint();
            return 0;
        });
    }

    private PagedStatusLog afterPowerLoss(LogConfig config, long nextXid) {
        return PagedStatusLog.open(disk.crash(Crash.losingAll()), config.withRange(3, nextXid));
    }

    /** Reads pages of the first segment until every other one has left a cache of five slots. */
    private static void evict(PagedStatusLog log) {
        for (long page = 1; page <= 10; page++) {
            log.status(page * PAGE);
        }
    }

    @Test
    @DisplayName("A page that an eviction writes while its file is forced is made durable by the next checkpoint")
    void shouldForceAgainWhatWasWrittenDuringAForce() throws InterruptedException {
        LogConfig config = LogConfig.wrapping32().withPages(PageCacheConfig.ofControlLock(5));
        PagedStatusLog log = PagedStatusLog.create(gate, config);
        log.extendTo(SEGMENT + 2 * PAGE);
        log.setTree(SEGMENT + 1, NONE, COMMITTED);
        evict(log);
        log.setTree(10, NONE, COMMITTED);
        gate.shutFor(operation -> isOn(operation, Kind.FORCE, "0000"));
        Started first = checkpointOf(log);
        gate.nextArrival();
        log.setTree(SEGMENT + 2, NONE, COMMITTED);
        gate.shutFor(operation -> isOn(operation, Kind.FORCE, "0000") || isOn(operation, Kind.WRITE, "0001"));
        Started eviction = new Started(() -> {
            evict(log);
            return 0;
        });
        while (gate.nextArrival() != eviction.thread()) {
            assertFalse(first.isDone());
        }
        gate.shutFor(operation -> isOn(operation, Kind.WRITE, "0001"));
        first.answer();
        gate.openGate();
        eviction.answer();
        log.checkpoint();
        try (PagedStatusLog after = afterPowerLoss(config, SEGMENT + 3)) {
            assertEquals(COMMITTED, after.status(SEGMENT + 1));
            assertEquals(COMMITTED, after.status(SEGMENT + 2));
        }
        log.close();
    }

    @Test
    @DisplayName("A page that the end of recovery fails to write is written by the checkpoint that meets it")
    void shouldWriteWhatAnotherFailsToWrite() throws Exception {
        LogConfig config = LogConfig.wrapping32().withPages(new ResidentWindowConfig());
        byte[] content = new byte[PageLayout.SEGMENT_BYTES];
        content[PageLayout.PAGE_BYTES - 1] = 0x55;
        disk.add("0000", content);
        gate = new GatedStore(
                FailingPageStore.once(disk, operation -> isOn(operation, Kind.WRITE, "0000"), 1, DiskError.NO_SPACE));
        PagedStatusLog log =
                PagedStatusLog.open(gate, config.withRange(3, PAGE - 100).withRecovery(true));
        log.setTree(10, NONE, COMMITTED);
        gate.shutFor(operation -> isOn(operation, Kind.WRITE, "0000"));
        Started end = new Started(() -> {
            log.endRecovery(PAGE - 100);
            return 0;
        });
        gate.nextArrival();
        Started checkpoint = checkpointOf(log);
        while (checkpoint.thread().getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        assertFalse(checkpoint.isDone());
        gate.openGate();
        assertInstanceOf(PageIoException.class, end.failure());
        checkpoint.answer();
        try (PagedStatusLog after = afterPowerLoss(config, 11)) {
            assertEquals(COMMITTED, after.status(10));
        }
        log.close();
    }
}
