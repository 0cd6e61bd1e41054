package dev.clog.groupcommit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.ClogException;
import dev.clog.api.LogFailedException;
import dev.clog.api.spi.PageStore;
import dev.clog.testkit.Crash;
import dev.clog.testkit.DiskError;
import dev.clog.testkit.DroppingForcePageStore;
import dev.clog.testkit.FailingPageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every operation on a disk fails, in turn, once or from then on; then the process dies, and the log is opened again. */
@DisplayName("FLT-3, LIF-3, GRP-5: whatever fails, nothing acknowledged is lost, and a failed force is final")
class ClogFaultTest {
    private static final long SEED = Long.getLong("clog.seed", System.nanoTime());

    private int runs;
    private int failed;

    @Test
    void shouldKeepWhatWasAcknowledgedWhicheverOperationFails() {
        for (boolean ofJournal : new boolean[] {true, false}) {
            for (boolean forGood : new boolean[] {false, true}) {
                for (DiskError error : List.of(DiskError.INPUT_OUTPUT, DiskError.NO_SPACE)) {
                    failEach(ofJournal, forGood, error);
                }
            }
        }
        System.out.println("seed=" + SEED + " runs=" + runs + " failed=" + failed);
        assertTrue(runs > 300 && failed > 50, "runs=" + runs + " failed=" + failed);
    }

    private void failEach(boolean ofJournal, boolean forGood, DiskError error) {
        FailingPageStore failing;
        int k = 1;
        do {
            Stores stores = new Stores();
            PageStore disk = ofJournal ? stores.journal() : stores.statuses();
            failing = forGood
                    ? FailingPageStore.forGood(disk, operation -> true, k, error)
                    : FailingPageStore.once(disk, operation -> true, k, error);
            run(stores, failing, ofJournal);
            k++;
            runs++;
        } while (failing.fired());
    }

    private void run(Stores stores, PageStore failing, boolean ofJournal) {
        Ledger ledger = new Ledger();
        Clog log = null;
        long flushed = 0;
        boolean told = false;
        try {
            log = ofJournal
                    ? Stores.open(Stores.SMALL, stores.statuses(), failing)
                    : Stores.open(Stores.SMALL, failing, stores.journal());
            work(log, ledger);
        } catch (ClogException e) {
            failed++;
            told = e instanceof LogFailedException;
        }
        if (log != null) {
            flushed = log.flushedLsn();
        }
        Ledger.Moment moment = ledger.now(flushed);
        Stores killed = stores.crash(Crash.keepingAll());
        Stores lostPower = stores.crash(Crash.losingAll());
        if (log != null) {
            assertEquals(List.of(), problemsWhileOpen(log, moment), () -> failing + " seed=" + SEED);
            close(log, told, failing);
        }
        assertEquals(0, stores.statuses().openFiles() + stores.journal().openFiles(), () -> "left open: " + failing);
        for (Stores after : List.of(killed, lostPower)) {
            try (Clog again = after.open()) {
                assertEquals(List.of(), moment.problems(again), () -> failing + " seed=" + SEED);
                again.commit(again.begin());
            }
        }
    }

    private static void work(Clog log, Ledger ledger) {
        Workload work = new Workload(log, ledger, SEED);
        for (int i = 0; i < 12; i++) {
            work.run();
            if (i == 5) {
                log.checkpoint();
            }
        }
        log.truncate(log.nextXid());
    }

    /** A log that has not failed still says what it acknowledged. */
    private static List<String> problemsWhileOpen(Clog log, Ledger.Moment moment) {
        try {
            return moment.problems(log);
        } catch (LogFailedException e) {
            return List.of();
        }
    }

    /** Who was told that the log has failed is not told again. */
    private static void close(Clog log, boolean told, PageStore failing) {
        try {
            log.close();
        } catch (ClogException e) {
            assertFalse(told, () -> failing + " seed=" + SEED + ": " + e);
        }
    }

    @Test
    @DisplayName("Situation 33: a force fails once, then says that all is well")
    void shouldAcknowledgeNothingAfterAForceThatFailed() {
        AtomicBoolean broken = new AtomicBoolean();
        Stores stores = new Stores();
        FailingPageStore journal = FailingPageStore.once(
                stores.journal(),
                operation -> broken.get() && operation.kind() == Kind.FORCE,
                1,
                DiskError.INPUT_OUTPUT);
        Clog log = Stores.open(Stores.SMALL, stores.statuses(), journal);
        long acknowledged = log.begin();
        log.commit(acknowledged);
        long doomed = log.begin();
        long other = log.begin();
        broken.set(true);
        assertThrows(LogFailedException.class, () -> log.commit(doomed));
        assertTrue(journal.fired());
        assertThrows(LogFailedException.class, () -> log.commit(other));
        assertThrows(LogFailedException.class, () -> log.abort(other));
        assertThrows(LogFailedException.class, log::begin);
        assertThrows(LogFailedException.class, () -> log.status(doomed), "nobody sees it committed");
        assertThrows(LogFailedException.class, log::snapshot);
        assertThrows(LogFailedException.class, log::checkpoint);
        log.close();
        try (Clog again = stores.crash(Crash.losingAll()).open()) {
            assertTrue(again.isCommitted(acknowledged));
            assertFalse(again.isCommitted(doomed) || again.isCommitted(other));
        }
    }

    @Test
    @DisplayName("Situation 33: each force in turn fails, forgets what it had, and says the next time that all is well")
    void shouldLoseNothingWhicheverForceFailsAndForgets() {
        for (boolean ofJournal : new boolean[] {true, false}) {
            DroppingForcePageStore dropping;
            int k = 1;
            do {
                Stores stores = new Stores();
                dropping = new DroppingForcePageStore(ofJournal ? stores.journal() : stores.statuses(), k++);
                run(stores, dropping, ofJournal);
            } while (dropping.fired());
            assertTrue(k > 3, "forces=" + k);
        }
    }

    @Test
    void shouldAnswerStagesWhenAForceFails() {
        Stores stores = new Stores();
        AtomicBoolean broken = new AtomicBoolean();
        FailingPageStore journal = FailingPageStore.forGood(
                stores.journal(),
                operation -> broken.get() && operation.kind() == Kind.FORCE,
                1,
                DiskError.INPUT_OUTPUT);
        Clog log = Stores.open(Stores.SMALL, stores.statuses(), journal);
        long xid = log.begin();
        broken.set(true);
        CompletionException failure = assertThrows(
                CompletionException.class,
                () -> log.commitStage(xid).toCompletableFuture().join());
        assertTrue(failure.getCause() instanceof LogFailedException, failure.toString());
        log.close();
    }

    @Test
    @DisplayName(
            "LIF-3: commits that nobody waits for, and the close is the first to hear that they can't be made durable")
    void shouldTellTheCloseWhatNobodyHasHeardOf() {
        AtomicBoolean broken = new AtomicBoolean();
        Stores stores = new Stores();
        FailingPageStore journal = FailingPageStore.forGood(
                stores.journal(),
                operation -> broken.get() && operation.kind() == Kind.FORCE,
                1,
                DiskError.INPUT_OUTPUT);
        ClogBuilder builder = Clog.builder(Path.of("memory")).config(Stores.SMALL);
        ClogParts parts = ClogOpening.open("memory", stores.statuses(), journal, builder);
        Clog log = new Clog(parts);
        log.start(true);
        long xid = log.begin();
        broken.set(true);
        log.commitAsync(xid);
        Crew.await("the log has failed", parts.health()::hasFailed);
        assertTrue(journal.fired());
        LogFailedException failure = assertThrows(LogFailedException.class, log::close);
        assertTrue(failure.getCause() instanceof IOException, failure.toString());
        log.close();
        try (Clog again = stores.crash(Crash.losingAll()).open()) {
            assertFalse(again.isCommitted(xid));
        }
    }

    @Test
    @DisplayName("STA-10, FLT-3: an error once the record is in the journal is the end of the log, which opens again")
    void shouldEndAtAnErrorAfterTheRecord() throws IOException {
        Stores stores = new Stores();
        try (Clog log = stores.open()) {
            log.commit(log.begin());
        }
        ClogBuilder builder = Clog.builder(Path.of("memory")).config(Stores.SMALL);
        ClogParts parts = ClogOpening.open("memory", stores.statuses(), stores.journal(), builder);
        Commits commits = new Commits(parts, lsn -> {
            throw new OutOfMemoryError("of the test");
        });
        long xid = parts.nextXid();
        parts.journal().appendReservation(xid + 1);
        parts.running().enter(xid);
        assertThrows(LogFailedException.class, () -> commits.commit(xid, null));
        assertThrows(
                LogFailedException.class, () -> commits.abort(xid), "a second record would keep the log from opening");
        commits.close();
        parts.writer().close();
        parts.log().close();
        parts.journal().close();
        try (Clog again = stores.open()) {
            assertTrue(again.isCommitted(xid), "its record is there, and nobody was told otherwise");
        }
    }
}
