package dev.clog.groupcommit.status;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.groupcommit.status.StatusWriterConfig.Kind;
import dev.clog.groupcommit.status.StatusWriterConfig.Leader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A commit that went past the group is held up under the lock, and a group forms behind it. */
class PassingTest {
    private static final int CROWD = 20;
    private static final long FIRST = 0;
    private static final long BAD = 3;
    private static final long[] NONE = {};

    static Stream<StatusWriterConfig> fastGroups() {
        return Variants.groups().stream().filter(StatusWriterConfig::fastPath);
    }

    /** Pages on which the first id waits for a sign, and bad ones fail; notes who set what. */
    private static final class HeldUp extends HeapStatuses {
        final CountDownLatch goOn = new CountDownLatch(1);
        final CountDownLatch heldUp = new CountDownLatch(1);
        final Map<Long, Thread> setters = new ConcurrentHashMap<>();
        final List<Long> bad;
        final IOException failure = new IOException("as if");

        HeldUp(Long... bad) {
            super(1);
            this.bad = List.of(bad);
        }

        @Override
        void before(long xid, long[] children) throws Throwable {
            setters.put(xid, Thread.currentThread());
            if (xid == FIRST) {
                heldUp.countDown();
                goOn.await();
            }
            if (bad.contains(xid)) {
                throw failure;
            }
        }

        /** Has one commit held up and a crowd behind it, then lets it go on; returns what each commit threw. */
        Map<Long, Throwable> run(StatusWriter writer) throws InterruptedException {
            Map<Long, Throwable> thrown = new ConcurrentHashMap<>();
            try (Crew crew = new Crew()) {
                crew.start(() -> commit(writer, FIRST, thrown));
                heldUp.await();
                List<Thread> crowd = new ArrayList<>();
                for (long xid = 1; xid <= CROWD; xid++) {
                    long mine = xid;
                    crowd.add(crew.start(() -> commit(writer, mine, thrown)));
                }
                Crew.await("all wait", () -> crowd.stream().noneMatch(t -> t.getState() == Thread.State.RUNNABLE));
                goOn.countDown();
            }
            return thrown;
        }

        private static void commit(StatusWriter writer, long xid, Map<Long, Throwable> thrown) {
            try {
                writer.setTree(xid, NONE, COMMITTED, 0);
            } catch (Throwable e) {
                thrown.put(xid, e);
            }
        }

        long setBy(Thread setter) {
            return setters.values().stream().filter(setter::equals).count();
        }
    }

    @ParameterizedTest
    @MethodSource("fastGroups")
    @DisplayName("GRP-2: who holds the lock when a group waits serves it, and does not wake the leader for it")
    void shouldServeTheGroupInPassing(StatusWriterConfig config) throws InterruptedException {
        HeldUp statuses = new HeldUp();
        try (StatusWriter writer = GroupTest.writer(config, statuses)) {
            assertEquals(Map.of(), statuses.run(writer));
            for (long xid = 0; xid <= CROWD; xid++) {
                assertEquals(1, statuses.timesSet(xid), "times set");
                assertEquals(0, statuses.timesStray(xid), "without the lock");
            }
            boolean leaderApart = config.kind() == Kind.RING && config.leader() == Leader.PARTICIPANT;
            assertEquals(
                    1 + CROWD - (leaderApart ? 1 : 0), statuses.setBy(statuses.setters.get(FIRST)), "set in passing");
            assertTrue(statuses.exclusiveAcquires() <= 2, "acquisitions: " + statuses.exclusiveAcquires());
            writer.setTree(CROWD + 1, NONE, COMMITTED, 0);
            assertEquals(1, statuses.timesSet(CROWD + 1));
            assertEquals(0, writer.statistics().overdue());
        }
    }

    @ParameterizedTest
    @MethodSource("fastGroups")
    @DisplayName("GRP-5: a failure of one that is served in passing is its owner's, not that of who passes")
    void shouldGiveFailuresToTheirOwners(StatusWriterConfig config) throws InterruptedException {
        HeldUp statuses = new HeldUp(BAD);
        try (StatusWriter writer = GroupTest.writer(config, statuses)) {
            Map<Long, Throwable> thrown = statuses.run(writer);
            assertEquals(1, thrown.size(), thrown::toString);
            assertSame(statuses.failure, thrown.get(BAD));
            for (long xid = 0; xid <= CROWD; xid++) {
                assertEquals(xid == BAD ? 0 : 1, statuses.timesSet(xid), "times set");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fastGroups")
    @DisplayName("GRP-5: where the one that is held up fails, the leader serves the group")
    void shouldServeTheGroupBehindAFailure(StatusWriterConfig config) throws InterruptedException {
        HeldUp statuses = new HeldUp(FIRST);
        try (StatusWriter writer = GroupTest.writer(config, statuses)) {
            Map<Long, Throwable> thrown = statuses.run(writer);
            assertEquals(1, thrown.size(), thrown::toString);
            assertSame(statuses.failure, thrown.get(FIRST));
            assertEquals(1, statuses.setBy(statuses.setters.get(FIRST)));
            for (long xid = 1; xid <= CROWD; xid++) {
                assertEquals(1, statuses.timesSet(xid), "times set");
            }
            assertEquals(0, writer.statistics().overdue());
        }
    }
}
