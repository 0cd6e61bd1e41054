package dev.clog.groupcommit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogClosedException;
import dev.clog.testkit.Crash;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads commit in all ways while checkpoints run, and the power fails. */
@DisplayName("FLT-3, GRP-9, STA-10: with many threads, platform and virtual")
class ClogCrowdTest {
    private static final int COMMITTERS = 16;
    private static final int ROUNDS = 300 * Crew.EFFORT;

    private final long seed = Long.getLong("clog.seed", System.nanoTime());
    private final Stores stores = new Stores();
    private final Ledger ledger = new Ledger();
    private final AtomicInteger working = new AtomicInteger(COMMITTERS);

    static Stream<Arguments> crowds() {
        List<Arguments> all = new ArrayList<>();
        for (ClogPreset preset : List.of(
                ClogPreset.CLOG, ClogPreset.GROUP_UPDATE_RING, ClogPreset.GROUP_UPDATE_LIST, ClogPreset.FLEXLOCK)) {
            Crew.factories().forEach(factory -> all.add(Arguments.of(preset, factory)));
        }
        return all.stream();
    }

    private static ClogConfig small(ClogPreset preset) {
        return preset.config()
                .withJournal(preset.config().journal().withFileBytes(64 << 10).withBufferBytes(4 << 10))
                .withIdRange(100)
                .withCheckpointBytes(64 << 10);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("crowds")
    void shouldLoseNothingWhenThePowerFails(ClogPreset preset, ThreadFactory factory) {
        Clog log = stores.open(small(preset));
        List<Ledger.Moment> moments = new ArrayList<>();
        List<Stores> disks = new ArrayList<>();
        try (Crew crew = new Crew(factory)) {
            for (int i = 0; i < COMMITTERS; i++) {
                Workload work = new Workload(log, ledger, seed + i);
                crew.start(() -> {
                    try {
                        for (int round = 0; round < ROUNDS; round++) {
                            work.run();
                        }
                    } finally {
                        working.decrementAndGet();
                    }
                });
            }
            for (int i = 0; working.get() > 0; i++) {
                if (i % 20 == 10) {
                    log.checkpoint();
                }
                if (i % 10 == 0 && disks.size() < 12) { // at first, too: all may be over soon
                    moments.add(ledger.now(log.flushedLsn()));
                    disks.add(stores.crash(Crash.keepingSome(seed + i).tornAt(512)));
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
        ClogStatistics statistics = log.statistics();
        assertEquals(log.snapshot().xmax(), log.snapshot().xmin(), "all have ended");
        log.close();
        System.out.println("seed=" + seed + " " + preset + " " + statistics);
        assertTrue(disks.size() > 0);
        for (int i = 0; i < disks.size(); i++) {
            assertProblems(disks.get(i), moments.get(i));
        }
        assertProblems(stores, ledger.now(Long.MAX_VALUE - 1));
    }

    private void assertProblems(Stores after, Ledger.Moment moment) {
        try (Clog log = after.open()) {
            assertEquals(List.of(), moment.problems(log), "seed=" + seed);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("crowds")
    @DisplayName("a close with commits in flight answers each")
    void shouldAnswerEveryCommitWhenItCloses(ClogPreset preset, ThreadFactory factory) {
        Clog log = stores.open(small(preset));
        try (Crew crew = new Crew(factory)) {
            for (int i = 0; i < COMMITTERS; i++) {
                Workload work = new Workload(log, ledger, seed + i);
                crew.start(() -> {
                    try {
                        while (true) {
                            work.run();
                        }
                    } catch (LogClosedException e) {
                        working.decrementAndGet();
                    }
                });
            }
            LockSupport.parkNanos(50_000_000);
            log.close();
        }
        assertEquals(0, working.get());
        assertProblems(stores, ledger.now(Long.MAX_VALUE - 1));
    }
}
