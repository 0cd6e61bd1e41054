package dev.clog.groupcommit;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.FROZEN;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.HorizonLease;
import dev.clog.api.IdSpace;
import dev.clog.api.LogClosedException;
import dev.clog.api.LogConfig;
import dev.clog.api.LogFormatException;
import dev.clog.api.LogInUseException;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.XidTooOldException;
import dev.clog.api.spi.StoreEntry;
import dev.clog.groupcommit.running.Snapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("STA-7, STA-10, LIF-1, LIF-4: transactions of an engine without a log of its own")
class ClogTest {
    private static final long PAGE = 32_768;

    @TempDir
    private Path temp;

    private final Stores stores = new Stores();

    @Test
    void shouldKeepWhatWasCommittedInAFolder() {
        Path folder = temp.resolve("log");
        long committed;
        long child;
        long aborted;
        long running;
        try (Clog log = Clog.open(folder)) {
            committed = log.begin();
            child = log.beginChild(committed);
            log.commit(committed);
            aborted = log.begin();
            log.abort(aborted);
            running = log.begin();
            assertThrows(LogInUseException.class, () -> Clog.open(folder));
        }
        assertTrue(Files.exists(folder.resolve("pg_xact").resolve("0000")));
        try (Clog log = Clog.open(folder)) {
            assertEquals(List.of(3L, 4L, 5L, 6L), List.of(committed, child, aborted, running));
            assertTrue(log.isCommitted(committed) && log.isCommitted(child));
            assertEquals(ABORTED, log.status(aborted));
            assertEquals(IN_PROGRESS, log.status(running));
            assertFalse(log.isRunning(running) || log.isCommitted(running));
            assertEquals(7, log.begin(), "closed in order, so no id is lost");
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("every preset opens, commits in all ways, and opens again")
    void shouldWorkInEveryPreset(ClogPreset preset) {
        Ledger ledger = new Ledger();
        ClogConfig config =
                preset.config().withJournal(preset.config().journal().withFileBytes(64 << 10));
        try (Clog log = stores.open(config)) {
            Workload work = new Workload(log, ledger, 42);
            for (int i = 0; i < 300; i++) {
                work.run();
                if (i % 100 == 50) {
                    log.checkpoint();
                }
            }
            work.leaveOneRunning();
        }
        try (Clog log = stores.open(config)) {
            assertEquals(List.of(), ledger.now(Long.MAX_VALUE - 1).problems(log));
        }
        assertEquals(preset.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'), preset.label());
    }

    @Test
    void shouldShowACommitInTheStatusBeforeItLeavesTheRunningSet() {
        try (Clog log = stores.open()) {
            long xid = log.begin();
            Snapshot before = log.snapshot();
            assertTrue(log.isRunning(xid) && before.isInProgress(xid));
            log.commit(xid);
            assertFalse(log.isRunning(xid) || log.snapshot().isInProgress(xid));
            assertTrue(before.isInProgress(xid) && log.isCommitted(xid));
        }
    }

    @Test
    void shouldCommitTheChildrenThatAreNamed() {
        try (Clog log = stores.open()) {
            long xid = log.begin();
            long[] children = {log.beginChild(xid), log.beginChild(xid), log.beginChild(xid)};
            log.abortChildren(xid, children[0]);
            assertFalse(log.isRunning(children[0]));
            assertThrows(IllegalArgumentException.class, () -> log.commit(xid, new long[] {children[0]}));
            assertThrows(IllegalArgumentException.class, () -> log.commit(xid, new long[] {xid}));
            assertThrows(IllegalArgumentException.class, () -> log.abortChildren(xid, 4711));
            log.commit(xid, new long[] {children[2]});
            assertEquals(ABORTED, log.status(children[0]));
            assertEquals(IN_PROGRESS, log.status(children[1]));
            assertEquals(COMMITTED, log.status(children[2]));
            assertFalse(log.isRunning(children[1]));
        }
    }

    @Test
    void shouldRefuseWhatDoesNotRun() {
        try (Clog log = stores.open()) {
            long xid = log.begin();
            long child = log.beginChild(xid);
            for (long wrong : new long[] {child, 4711, 0}) {
                assertThrows(IllegalStateException.class, () -> log.commit(wrong));
                assertThrows(IllegalStateException.class, () -> log.abort(wrong));
                assertThrows(IllegalStateException.class, () -> log.commitAsync(wrong));
                assertThrows(IllegalStateException.class, () -> log.commitStage(wrong));
                assertThrows(IllegalStateException.class, () -> log.beginChild(wrong));
            }
            log.commit(xid);
            assertThrows(IllegalStateException.class, () -> log.abort(xid));
            assertEquals(5, log.nextXid(), "no id was handed out for a child of nobody");
        }
    }

    @Test
    void shouldMakeAnAsynchronousCommitVisibleAtOnceAndDurableSoon() {
        try (Clog log =
                stores.open(Stores.SMALL.withJournal(Stores.SMALL.journal().withWriterDelayMs(5)))) {
            long xid = log.begin();
            long lsn = log.commitAsync(xid);
            assertTrue(log.isCommitted(xid) && !log.isRunning(xid));
            Crew.await("it is durable without being asked for", () -> log.flushedLsn() >= lsn);
            long another = log.begin();
            long later = log.commitAsync(another);
            assertTrue(log.latestLsn(another) >= later);
            log.flush(later);
            assertTrue(log.flushedLsn() >= later);
        }
    }

    @Test
    void shouldCompleteStagesOnceTheyAreDurable() throws Exception {
        try (Clog log = stores.open()) {
            for (int i = 0; i < 100; i++) {
                long xid = log.begin();
                long child = log.beginChild(xid);
                CompletionStage<Void> stage = log.commitStage(xid, new long[] {child});
                stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
                assertTrue(log.isCommitted(xid) && log.isCommitted(child) && !log.isRunning(xid));
            }
            assertEquals(100, log.statistics().commits());
        }
    }

    @Test
    void shouldNotTruncatePastWhatRuns() {
        long segment = 32 * PAGE;
        try (Clog log = Clog.builder(temp)
                .config(Stores.SMALL)
                .firstXid(segment - 20)
                .open(stores.statuses(), stores.journal())) {
            long running = 0;
            while (log.nextXid() < segment + 20) {
                long xid = log.begin();
                if (xid == segment + 5) {
                    running = xid;
                } else {
                    log.commitAsync(xid);
                }
            }
            try (HorizonLease lease = log.retain(segment - 7)) {
                assertEquals(segment - 7, log.truncate(log.nextXid()));
                assertEquals(segment - 7, lease.xid());
            }
            assertEquals(running, log.truncate(log.nextXid()));
            assertEquals(FROZEN, log.statusOrFrozen(running - 1));
            assertThrows(XidTooOldException.class, () -> log.status(segment));
            log.commit(running);
            assertEquals(log.nextXid(), log.truncate(log.nextXid()));
        }
        assertEquals(
                List.of("0001"),
                stores.statuses().entries().stream().map(StoreEntry::name).toList());
        try (Clog log = stores.open()) {
            assertEquals(segment + 20, log.oldestXid());
            assertEquals(segment + 20, log.begin());
        }
    }

    @Test
    void shouldGoAcrossTheWrapAndComeBack() {
        long wrap = 1L << 32;
        try (Clog log =
                Clog.builder(temp).config(Stores.SMALL).firstXid(wrap - 10).open(stores.statuses(), stores.journal())) {
            for (int i = 0; i < 20; i++) {
                log.commit(log.begin());
            }
            assertEquals(wrap + 3, log.truncate(wrap + 1), "reserved ids are no horizon");
        }
        try (Clog log = stores.open()) {
            assertEquals(wrap + 13, log.begin());
            assertTrue(log.isCommitted(wrap + 12));
        }
    }

    @Test
    void shouldRefuseStatusesOfSomethingElse() throws Exception {
        try (TransactionStatusLog other = PageLogs.createStatuses(stores.statuses(), LogConfig.wrapping32())) {
            other.setTree(3, new long[0], COMMITTED);
        }
        LogFormatException refusal = assertThrows(LogFormatException.class, stores::open);
        assertTrue(refusal.getMessage().contains("without a journal"), refusal.getMessage());
        try (TransactionStatusLog other =
                PageLogs.openStatuses(stores.statuses(), LogConfig.wrapping32().withRange(3, 4))) {
            assertEquals(COMMITTED, other.status(3), "nothing has changed");
        }
    }

    @Test
    void shouldGoOnWhereIdsAreSixtyFourBits() {
        ClogConfig config = Stores.SMALL.withIdSpace(IdSpace.FULL_64);
        try (Clog log = stores.open(config)) {
            log.commit(log.begin());
        }
        try (Clog log = stores.open(config)) {
            assertTrue(log.isCommitted(3));
        }
    }

    @Test
    void shouldRefuseEverythingOnceClosed() {
        Clog log = stores.open();
        long xid = log.begin();
        log.close();
        log.close();
        assertThrows(LogClosedException.class, log::begin);
        assertThrows(LogClosedException.class, () -> log.commit(xid));
        assertThrows(LogClosedException.class, () -> log.commitAsync(xid));
        assertThrows(LogClosedException.class, () -> log.commitStage(xid));
        assertThrows(LogClosedException.class, () -> log.abort(xid));
        assertThrows(LogClosedException.class, () -> log.beginChild(xid));
        assertThrows(LogClosedException.class, log::snapshot);
        assertThrows(LogClosedException.class, () -> log.status(xid));
        assertThrows(LogClosedException.class, log::checkpoint);
        assertThrows(LogClosedException.class, () -> log.truncate(3));
        assertEquals(1, log.statistics().checkpoints() - 1, "one at the start and one at the end");
    }

    @Test
    void shouldTakeACheckpointWhenTheJournalHasGrown() {
        try (Clog log = stores.open(Stores.SMALL.withCheckpointBytes(8 << 10))) {
            long before = log.statistics().checkpoints();
            for (int i = 0; i < 2_000; i++) {
                log.commitAsync(log.begin());
            }
            Crew.await("a checkpoint", () -> log.statistics().checkpoints() > before);
            Crew.await("old files are gone", () -> log.statistics().journal().files() <= 3);
        }
    }
}
