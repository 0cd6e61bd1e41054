package dev.clog.groupcommit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.spi.PageFile;
import dev.clog.groupcommit.journal.JournalStatistics;
import dev.clog.testkit.Crash;
import dev.clog.testkit.ForwardingPageFile;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.ProbingPageStore;
import dev.clog.testkit.StoreOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** At every operation on either disk the power fails, in every way worth trying, and the log is opened again. */
@DisplayName("FLT-3, LIF-1, STA-5: whenever the power fails, what was acknowledged is there, and trees are whole")
class ClogCrashTest {
    private static final long PAGE = 32_768;
    private static final long SEED = Long.getLong("clog.seed", System.nanoTime());

    private final Stores stores = new Stores();
    private final Ledger ledger = new Ledger();
    private final AtomicReference<Clog> open = new AtomicReference<>();
    private final AtomicInteger crashes = new AtomicInteger();
    private final List<String> problems = new CopyOnWriteArrayList<>();

    /** Looks only at what one thread does at a time: crashes of a disk are taken with all its changes at one moment. */
    private synchronized void crash(MemoryPageStore disk, StoreOperation operation) {
        if (!operation.kind().isChange() || !problems.isEmpty()) {
            return;
        }
        Clog log = open.get();
        Ledger.Moment moment = ledger.now(log == null ? 0 : log.flushedLsn());
        for (Crash crash : Crash.worthTrying(disk.unsynced(), 1, SEED + crashes.get())) {
            for (Crash other : List.of(Crash.losingAll(), Crash.keepingSome(SEED))) {
                boolean journal = disk == stores.journal();
                reopen(stores.crash(journal ? other : crash, journal ? crash : other), moment, operation, crash);
            }
        }
    }

    private void reopen(Stores after, Ledger.Moment moment, StoreOperation operation, Crash crash) {
        crashes.incrementAndGet();
        try (Clog log = after.open()) {
            List<String> found = moment.problems(log);
            if (!found.isEmpty()) {
                problems.add(operation + " " + crash + " seed=" + SEED + ": " + found);
            }
            long xid = log.begin();
            log.commit(xid);
            if (!log.isCommitted(xid)) {
                problems.add(operation + " " + crash + ": it does not go on");
            }
        } catch (RuntimeException | Error e) {
            problems.add(operation + " " + crash + " seed=" + SEED + ": " + e + " at "
                    + List.of(e.getStackTrace()).subList(0, Math.min(8, e.getStackTrace().length)) + " cause "
                    + e.getCause());
        }
    }

    private Clog openProbed(long firstXid) {
        Clog log = Clog.builder(Path.of("memory"))
                .config(Stores.SMALL)
                .firstXid(firstXid)
                .open(
                        new ProbingPageStore(stores.statuses(), operation -> crash(stores.statuses(), operation)),
                        new ProbingPageStore(stores.journal(), operation -> crash(stores.journal(), operation)));
        open.set(log);
        return log;
    }

    private void close(Clog log) {
        log.close();
        open.set(null);
    }

    private void assertNoProblems(int least) {
        System.out.println("seed=" + SEED + " crashes=" + crashes);
        assertEquals(List.of(), problems);
        assertTrue(crashes.get() > least, "crashes=" + crashes);
    }

    @Test
    void shouldLoseNothingWhileALogIsMadeAndUsed() {
        Clog log = openProbed(3);
        Workload work = new Workload(log, ledger, SEED);
        for (int i = 0; i < 120; i++) {
            work.run();
            if (i % 30 == 15) {
                work.leaveOneRunning();
                log.checkpoint();
            }
        }
        JournalStatistics journal = log.statistics().journal();
        assertTrue(journal.filesMade() + journal.filesReused() > 2, "files come and go: " + journal);
        close(log);
        close(openProbed(3));
        assertNoProblems(3000);
    }

    @ParameterizedTest
    @ValueSource(longs = {PAGE, 32 * PAGE, 1L << 32})
    void shouldLoseNothingWhileALogGrowsPastAPageASegmentOrTheWrapAndIsTruncated(long boundary) {
        Clog log = openProbed(boundary - 12);
        Workload work = new Workload(log, ledger, SEED);
        for (int i = 0; i < 15; i++) {
            work.run();
        }
        log.truncate(boundary + 3);
        work.run();
        log.checkpoint();
        work.run();
        close(log);
        assertTrue(ledger.now(0).durable() > 0);
        assertNoProblems(400);
    }

    @Test
    void shouldRecoverFromACrashInRecovery() {
        Clog first = stores.open();
        Workload work = new Workload(first, ledger, SEED);
        for (int i = 0; i < 40; i++) {
            work.run();
        }
        Stores crashed = stores.crash(Crash.losingAll());
        Ledger.Moment moment = ledger.now(first.flushedLsn());
        first.close();
        Clog log = Stores.open(
                Stores.SMALL,
                new ProbingPageStore(crashed.statuses(), operation -> again(crashed, moment, operation)),
                new ProbingPageStore(crashed.journal(), operation -> again(crashed, moment, operation)));
        assertEquals(List.of(), moment.problems(log));
        log.close();
        assertNoProblems(20);
    }

    private synchronized void again(Stores crashed, Ledger.Moment moment, StoreOperation operation) {
        for (Crash crash : List.of(
                Crash.losingAll(), Crash.keepingAll(), Crash.keepingSome(SEED).tornAt(512))) {
            reopen(crashed.crash(crash), moment, operation, crash);
        }
    }

    @Test
    @DisplayName("a disk that does not keep what it was told to is found out")
    void shouldFindLossesWhereForcesDoNothing() {
        Clog log = Stores.open(Stores.SMALL, stores.statuses(), new ForwardingPageStore(stores.journal()) {
            @Override
            protected PageFile wrap(PageFile file) {
                return new ForwardingPageFile(file) {
                    @Override
                    public void force() throws IOException {
                        if (open.get() == null) {
                            super.force();
                        }
                    }
                };
            }
        });
        open.set(log);
        Workload work = new Workload(log, ledger, SEED);
        for (int i = 0; i < 20; i++) {
            work.run();
        }
        try (Clog after = stores.crash(Crash.losingAll()).open()) {
            List<String> found = ledger.now(log.flushedLsn()).problems(after);
            assertTrue(found.stream().anyMatch(problem -> problem.startsWith("lost")), found::toString);
            assertTrue(found.stream().anyMatch(problem -> problem.startsWith("handed out twice")), found::toString);
        }
        log.close();
    }
}
