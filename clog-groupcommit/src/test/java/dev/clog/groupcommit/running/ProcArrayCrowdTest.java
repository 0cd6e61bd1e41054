package dev.clog.groupcommit.running;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.groupcommit.Crew;
import dev.clog.lock.LockMode;
import dev.clog.lock.LockTranche;
import dev.clog.lock.LwLock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads run transactions with children, and look at snapshots. */
@DisplayName("GRP-7, STA-10: what snapshots promise, with many threads, platform and virtual")
class ProcArrayCrowdTest {
    private static final int COMMITTERS = 24;
    private static final int LOOKERS = 6;
    private static final int ROUNDS = 2_000 * Crew.EFFORT;
    private static final long FIRST = 3;

    private final LwLock handingOut = LockTranche.named("XidGen").newLock(0);
    private final AtomicReference<Snapshot> published = new AtomicReference<>();
    private final AtomicInteger working = new AtomicInteger(COMMITTERS);
    /** Of each committer: the id that runs and whose end was not called, else 0. */
    private final AtomicLongArray running = new AtomicLongArray(COMMITTERS);
    /** Of each committer: the id whose end returned last. */
    private final AtomicLongArray ended = new AtomicLongArray(COMMITTERS);

    private ProcArray set;
    private long next = FIRST;

    static Stream<Arguments> crowds() {
        List<Arguments> all = new ArrayList<>();
        for (Ending ending : Ending.values()) {
            for (boolean reuse : new boolean[] {true, false}) {
                Crew.factories().forEach(factory -> all.add(Arguments.of(ending, reuse, factory)));
            }
        }
        return all.stream();
    }

    private long assign(LongConsumer entry) {
        handingOut.acquire(LockMode.EXCLUSIVE);
        try {
            entry.accept(next);
            return next++;
        } finally {
            handingOut.release();
        }
    }

    @ParameterizedTest(name = "{0}, reuse {1}")
    @MethodSource("crowds")
    void shouldKeepEveryPromise(Ending ending, boolean reuse, ThreadFactory factory) {
        set = new ProcArray(new ProcArrayConfig(ending, reuse, 4), FIRST);
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        published.set(set.snapshot());
        try (Crew crew = new Crew(factory)) {
            for (int i = 0; i < COMMITTERS; i++) {
                int committer = i;
                crew.start(() -> commit(committer, new SplittableRandom(seed + committer)));
            }
            for (int i = 0; i < LOOKERS; i++) {
                crew.start(this::look);
            }
        }
        Snapshot last = set.snapshot();
        assertEquals(last.xmax(), last.xmin(), "all have ended");
        assertEquals(next, last.xmax());
        RunningStatistics statistics = set.statistics();
        assertEquals((long) COMMITTERS * ROUNDS, statistics.endings());
        System.out.println(statistics);
    }

    private void commit(int committer, SplittableRandom random) {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                long xid = assign(set::enter);
                running.set(committer, xid);
                long lastChild = xid;
                for (int children = random.nextInt(12) - 6; children > 0; children--) {
                    lastChild = assign(child -> set.enterChild(child, xid));
                }
                Snapshot mine = set.snapshot();
                assertTrue(mine.isInProgress(xid) && mine.isInProgress(lastChild), "its own is in progress");
                if (lastChild != xid && random.nextInt(4) == 0) {
                    Claim claim = set.claim(xid);
                    claim.endChildren(lastChild);
                    claim.giveUp();
                    assertFalse(set.snapshot().isInProgress(lastChild), "a child that left");
                    assertTrue(set.snapshot().isInProgress(xid));
                }
                running.set(committer, 0);
                set.end(xid);
                ended.set(committer, xid);
                Snapshot after = set.snapshot();
                assertFalse(after.isInProgress(xid) || after.isInProgress(lastChild), "what ended before is not in it");
            }
        } finally {
            working.decrementAndGet();
        }
    }

    private void look() {
        long[] endedBefore = new long[COMMITTERS];
        while (working.get() > 0) {
            Snapshot earlier = published.get();
            for (int i = 0; i < COMMITTERS; i++) {
                endedBefore[i] = ended.get(i);
            }
            Snapshot now = set.snapshot();
            for (int i = 0; i < COMMITTERS; i++) {
                assertFalse(now.isInProgress(endedBefore[i]), "what ended before is not in it");
            }
            for (int i = 0; i < COMMITTERS; i++) {
                long xid = running.get(i);
                assertTrue(xid == 0 || now.isInProgress(xid), "whose end was not called is in it");
            }
            assertTrue(now.xmin() >= earlier.xmin() && now.xmax() >= earlier.xmax());
            for (long xid = earlier.xmin(); xid < earlier.xmax(); xid++) {
                assertTrue(earlier.isInProgress(xid) || !now.isInProgress(xid), "visible once, visible ever after");
            }
            published.set(now); // it was taken after the one that is replaced was read
            LockSupport.parkNanos(10_000);
        }
    }
}
