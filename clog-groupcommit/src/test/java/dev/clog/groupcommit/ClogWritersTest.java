package dev.clog.groupcommit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogClosedException;
import dev.clog.api.PageCacheConfig;
import dev.clog.groupcommit.journal.JournalConfig;
import dev.clog.groupcommit.status.Processor;
import dev.clog.groupcommit.status.StatusWriterConfig;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a whole log does with each of its ways to set statuses: many virtual threads, a close amid commits, and idleness. */
@DisplayName("GRP-5, GRP-9, STA-10, LIF-4: a log with each status writer")
class ClogWritersTest {
    private static final int CROWD = 1_000;
    private static final int COMMITTERS = 8;
    /** Of 300 ms: a thread that spins uses more, also where others want the processor. */
    private static final long MOST_IDLE_NS = TimeUnit.MILLISECONDS.toNanos(60);

    private final long seed = Long.getLong("clog.seed", System.nanoTime());
    private final Stores stores = new Stores();
    private final Ledger ledger = new Ledger();

    static List<StatusWriterConfig> writers() {
        return Writers.all();
    }

    private static ClogConfig config(StatusWriterConfig writer) {
        return ClogConfig.defaults()
                .withWriter(writer)
                .withPages(PageCacheConfig.ofBanks(32).withCleaner(true))
                .withJournal(JournalConfig.defaults().withFileBytes(256 << 10).withBufferBytes(16 << 10));
    }

    private void assertNothingLost() {
        try (Clog log = stores.open()) {
            assertEquals(List.of(), ledger.now(Long.MAX_VALUE - 1).problems(log), "seed=" + seed);
        }
    }

    @ParameterizedTest
    @MethodSource("writers")
    @DisplayName("a thousand threads commit at once, virtual ones where Java has them")
    void shouldServeAThousandVirtualThreads(StatusWriterConfig writer) {
        List<ThreadFactory> factories = Crew.factories();
        AtomicInteger done = new AtomicInteger();
        try (Clog log = stores.open(config(writer))) {
            try (Crew crew = new Crew(factories.get(factories.size() - 1))) {
                for (int i = 0; i < CROWD; i++) {
                    Workload work = new Workload(log, ledger, seed + i);
                    crew.start(() -> {
                        for (int round = 0; round < 3; round++) {
                            work.run();
                        }
                        done.incrementAndGet();
                    });
                }
            }
            assertEquals(CROWD, done.get());
            assertEquals(log.snapshot().xmax(), log.snapshot().xmin(), "all have ended");
        }
        assertNothingLost();
    }

    /** Commits in all ways until the log is closed; nothing is waited for that need not be. */
    private void commitUntilClosed(Clog log, Queue<CompletableFuture<Void>> stages) {
        try {
            for (int i = 0; true; i++) {
                Ledger.Entry entry = ledger.begun(log.begin());
                entry.commits();
                switch (i % 3) {
                    case 0 -> {
                        log.commit(entry.xid());
                        entry.acknowledged();
                    }
                    case 1 -> entry.acknowledgedAt(log.commitAsync(entry.xid()));
                    default ->
                        stages.add(log.commitStage(entry.xid())
                                .thenRun(entry::acknowledged)
                                .toCompletableFuture());
                }
            }
        } catch (LogClosedException e) {
            // the end
        }
    }

    @ParameterizedTest
    @MethodSource("writers")
    @DisplayName("a close answers each commit that is under way, each stage too, and keeps what was acknowledged")
    void shouldAnswerEachCommitWhenItCloses(StatusWriterConfig writer) {
        Queue<CompletableFuture<Void>> stages = new ConcurrentLinkedQueue<>();
        try (Crew crew = new Crew()) {
            Clog log = stores.open(config(writer));
            for (int t = 0; t < COMMITTERS; t++) {
                crew.start(() -> commitUntilClosed(log, stages));
            }
            Crew.await("stages are under way", () -> stages.size() > 4 * COMMITTERS);
            LockSupport.parkNanos(20_000_000);
            log.close();
        }
        List<CompletableFuture<Void>> unanswered =
                stages.stream().filter(stage -> !stage.isDone()).toList();
        assertEquals(List.of(), unanswered);
        assertNothingLost();
    }

    /** Processor time that threads use while nobody asks for anything. */
    private static long idleNs(Set<Thread> threads) {
        sleep(100); // what was under way ends
        long before = threads.stream().mapToLong(Processor::timeNs).sum();
        sleep(300);
        return threads.stream().mapToLong(Processor::timeNs).sum() - before;
    }

    private static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("writers")
    @DisplayName("the threads of an idle log sleep: those of the journal, the cleaner, the leader and the stages")
    void shouldBurnNoProcessorTimeWhenIdle(StatusWriterConfig writer) {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (Clog log = stores.open(config(writer))) {
            for (int i = 0; i < 100; i++) {
                log.commit(log.begin());
                log.commitStage(log.begin()).toCompletableFuture().join();
            }
            Set<Thread> own = new HashSet<>(Thread.getAllStackTraces().keySet());
            own.removeAll(before);
            own.removeIf(thread -> !thread.getName().startsWith("clog"));
            assertTrue(own.size() >= 2, own::toString);
            long burnt = idleNs(own);
            assertTrue(burnt < MOST_IDLE_NS, "processor time in ns: " + burnt + " of " + own);
            log.commit(log.begin());
        }
    }

    @Test
    @DisplayName("mutant: a thread that spins while it is idle")
    void shouldSeeAThreadThatSpins() {
        List<Thread> spinning = new ArrayList<>();
        try (Crew crew = new Crew()) {
            spinning.add(crew.start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                }
            }));
            assertThrows(AssertionError.class, () -> assertTrue(idleNs(new HashSet<>(spinning)) < MOST_IDLE_NS));
            spinning.forEach(Thread::interrupt);
        }
    }
}
