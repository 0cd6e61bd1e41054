package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.LogFailedException;
import dev.clog.api.PageIoException;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.WriteAheadLog;
import dev.clog.testkit.Crash;
import dev.clog.testkit.DroppingForcePageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.NoSpacePageStore;
import dev.clog.testkit.ProbingPageStore;
import dev.clog.testkit.RecordingPageStore;
import dev.clog.testkit.ShortTransferPageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * STA-4, STA-5, LIF-1, LIF-3, LIF-7 in every page space: what a checkpoint does, in which order, and what an error leaves.
 */
@ParameterizedClass
@MethodSource("spaces")
class CheckpointTest {
    private static final long PAGE = 32768;
    private static final long SEGMENT = 1 << 20;
    private static final long[] NONE = {};

    @Parameter
    private PageSpaceConfig pages;

    private final MemoryPageStore memory = new MemoryPageStore();

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    private LogConfig config() {
        return LogConfig.wrapping32().withPages(pages);
    }

    private TransactionStatusLog create(PageStore store) {
        return PagedStatusLog.create(store, config());
    }

    private TransactionStatusLog reopened(Crash crash, long next) {
        return PagedStatusLog.open(memory.crash(crash), config().withRange(3, next));
    }

    /** A log of the engine that says what was asked of it. */
    private static final class RecordedWriteAheadLog implements WriteAheadLog {
        private final List<String> calls = new ArrayList<>();
        private long flushed;
        private boolean broken;

        @Override
        public void flush(long lsn) throws IOException {
            if (broken) {
                throw new IOException("the engine's log is broken");
            }
            calls.add("flush " + lsn);
            flushed = Math.max(flushed, lsn);
        }

        @Override
        public long flushedLsn() {
            return flushed;
        }

        @Override
        public void pageZeroed(long pageNumber) throws IOException {
            if (broken) {
                throw new IOException("the engine's log is broken");
            }
            calls.add("zero " + pageNumber);
        }
    }

    @Test
    void shouldWriteOnlyPagesThatChangedAndForceTheirFiles() {
        RecordingPageStore recording = new RecordingPageStore(memory);
        try (TransactionStatusLog log = create(recording)) {
            log.extendTo(SEGMENT + 1);
            log.checkpoint();
            long writes = recording.count(Kind.WRITE);
            long forces = recording.count(Kind.FORCE);
            log.setTree(3 * PAGE, new long[] {5 * PAGE}, COMMITTED);
            log.checkpoint();
            assertEquals(writes + 2, recording.count(Kind.WRITE));
            assertEquals(forces + 1, recording.count(Kind.FORCE));
            log.checkpoint();
            assertEquals(writes + 2, recording.count(Kind.WRITE), "nothing had changed");
        }
    }

    @Test
    void shouldFlushTheLogUpToTheLargestLsnOfAPageBeforeItIsWritten() {
        RecordedWriteAheadLog engineLog = new RecordedWriteAheadLog();
        Map<Long, Long> flushedBefore = new HashMap<>();
        ProbingPageStore probing = new ProbingPageStore(memory, operation -> {
            if (operation.kind() == Kind.WRITE && operation.lengthBytes() == 8192) {
                flushedBefore.put(operation.offset() / 8192, engineLog.flushed);
            }
        });
        try (TransactionStatusLog log = PagedStatusLog.create(probing, config().withWriteAheadLog(engineLog))) {
            log.extendTo(2 * PAGE);
            log.setTree(10, NONE, COMMITTED, 500);
            log.setTree(11, NONE, COMMITTED, 300);
            log.setTree(PAGE + 1, NONE, COMMITTED, 400);
            log.setTree(2 * PAGE, NONE, COMMITTED, 900);
            log.checkpoint();
            assertEquals(List.of("zero 1", "zero 2"), engineLog.calls.subList(0, 2));
            assertTrue(engineLog.calls.contains("flush 900"), engineLog.calls::toString);
            assertEquals(Set.of(0L, 1L, 2L), flushedBefore.keySet());
            assertTrue(flushedBefore.get(0L) >= 500, flushedBefore::toString);
            assertTrue(flushedBefore.get(1L) >= 400, flushedBefore::toString);
            assertTrue(flushedBefore.get(2L) >= 900, flushedBefore::toString);
            assertEquals(engineLog.calls.size(), new HashSet<>(engineLog.calls).size(), "no flush is asked for twice");
        }
    }

    @Test
    void shouldKeepAPageWhoseLogCannotBeFlushed() throws IOException {
        RecordedWriteAheadLog engineLog = new RecordedWriteAheadLog();
        TransactionStatusLog log = PagedStatusLog.create(memory, config().withWriteAheadLog(engineLog));
        log.setTree(10, NONE, COMMITTED, 500);
        engineLog.broken = true;
        assertThrows(PageIoException.class, log::checkpoint);
        assertEquals(0, memory.content("0000")[2]);
        assertThrows(PageIoException.class, () -> log.extendTo(PAGE));
        assertEquals(PAGE, log.endXid(), "the page is not part of the log without its record");
        engineLog.broken = false;
        log.checkpoint();
        assertEquals((byte) 0b01_00_00, memory.content("0000")[2]);
        log.close();
    }

    @Test
    void shouldKeepAPageDirtyThatWasWrittenShortWithNoError() {
        boolean[] full = {true};
        ShortTransferPageStore store = new ShortTransferPageStore(
                memory, operation -> full[0] && operation.kind() == Kind.WRITE && operation.lengthBytes() == 8192, 512);
        TransactionStatusLog log = create(store);
        log.setTree(10, NONE, COMMITTED);
        PageIoException failure = assertThrows(PageIoException.class, log::checkpoint);
        assertTrue(failure.getMessage().contains("no space left: 512 of 8192 bytes"), failure.getMessage());
        assertEquals(0, failure.offset());
        assertEquals(COMMITTED, log.status(10));
        full[0] = false;
        log.checkpoint();
        try (TransactionStatusLog after = reopened(Crash.losingAll(), 11)) {
            assertEquals(COMMITTED, after.status(10));
        }
        log.close();
    }

    @Test
    void shouldFindAFullDiskWhenASegmentIsMadeAndExtendOnceThereIsSpace() {
        NoSpacePageStore store = new NoSpacePageStore(memory, 262_144 + 100);
        TransactionStatusLog log = create(store);
        log.extendTo(SEGMENT - 1);
        log.setTree(SEGMENT - 1, NONE, ABORTED);
        PageIoException failure = assertThrows(PageIoException.class, () -> log.extendTo(SEGMENT));
        assertTrue(failure.file().endsWith("/0001"), failure.getMessage());
        assertEquals(SEGMENT, log.endXid());
        assertEquals(1, memory.entries().size(), "what was begun is removed");
        log.checkpoint();
        store.addSpace(262_144);
        log.extendTo(SEGMENT);
        log.setTree(SEGMENT, NONE, COMMITTED);
        assertEquals(COMMITTED, log.status(SEGMENT));
        log.close();
        assertTrue(store.refused() > 0);
    }

    @Test
    void shouldFailForGoodWhenAForceFailsAndBelieveNoLaterOne() {
        DroppingForcePageStore store = new DroppingForcePageStore(memory, 3);
        TransactionStatusLog log = create(store);
        log.setTree(10, NONE, COMMITTED);
        log.checkpoint();
        log.setTree(11, NONE, COMMITTED);
        PageIoException failure = assertThrows(PageIoException.class, log::checkpoint);
        assertTrue(store.fired());
        List<Runnable> calls = List.of(
                log::checkpoint,
                () -> log.status(10),
                () -> log.setTree(12, NONE, COMMITTED),
                () -> log.extendTo(PAGE),
                () -> log.endRecovery(13));
        for (Runnable call : calls) {
            LogFailedException after = assertThrows(LogFailedException.class, call::run);
            assertEquals(failure, after.getCause());
        }
        log.close();
        try (TransactionStatusLog after = reopened(Crash.keepingAll(), 13)) {
            assertEquals(COMMITTED, after.status(10), "acknowledged");
            assertEquals(IN_PROGRESS, after.status(11), "never acknowledged, and gone");
        }
    }

    @Test
    void shouldZeroAStalePageOnDiskBeforeAnIdOnItIsHandedOut() throws IOException {
        byte[] stale = new byte[262_144];
        java.util.Arrays.fill(stale, (byte) 0x55);
        memory.add("0000", stale);
        TransactionStatusLog log = PagedStatusLog.open(memory, config().withRange(3, PAGE - 5));
        log.extendTo(PAGE + 100);
        try (TransactionStatusLog after = reopened(Crash.losingAll(), PAGE + 100)) {
            assertEquals(COMMITTED, after.status(PAGE - 6));
            for (long xid = PAGE - 5; xid < PAGE + 100; xid++) {
                assertEquals(IN_PROGRESS, after.status(xid), "xid " + xid + " was never ended in this life");
            }
        }
        log.close();
    }
}
