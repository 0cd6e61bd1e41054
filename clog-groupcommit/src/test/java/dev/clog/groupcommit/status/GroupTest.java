package dev.clog.groupcommit.status;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.groupcommit.status.StatusWriterConfig.Kind;
import dev.clog.groupcommit.status.StatusWriterConfig.Leader;
import dev.clog.groupcommit.status.StatusWriterConfig.LeaderWait;
import dev.clog.lock.LockMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What leaders and followers do while a bank's lock is held by somebody else, so that all of them meet. */
class GroupTest {
    private static final int CROWD = 20;
    private static final long[] NONE = {};

    static Stream<StatusWriterConfig> groups() {
        return Variants.groups().stream().filter(config -> config.ringSize() > CROWD);
    }

    static Stream<StatusWriterConfig> rings() {
        return groups().filter(config -> config.kind() == Kind.RING);
    }

    static StatusWriter writer(StatusWriterConfig config, LockedStatuses statuses) {
        return config.kind() == Kind.LIST
                ? new ListWriter(statuses, config.fastPath())
                : StatusWriters.ring(config, statuses);
    }

    private static void awaitParked(List<Thread> threads) {
        Crew.await(
                "all threads wait",
                () -> threads.stream()
                        .allMatch(thread -> thread.getState() == Thread.State.WAITING
                                || thread.getState() == Thread.State.TIMED_WAITING));
    }

    private static List<Thread> commitAll(Crew crew, StatusWriter writer, int page, int first, int count) {
        List<Thread> threads = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            long xid = HeapStatuses.xid(page, i);
            threads.add(crew.start(() -> writer.setTree(xid, NONE, COMMITTED, 0)));
        }
        return threads;
    }

    @ParameterizedTest
    @MethodSource("groups")
    @DisplayName("GRP-2: one acquisition serves all that wait")
    void shouldServeAllThatWaitUnderOneAcquisition(StatusWriterConfig config) {
        HeapStatuses statuses = new HeapStatuses(1);
        try (StatusWriter writer = writer(config, statuses)) {
            try (Crew crew = new Crew()) {
                statuses.lock(0).acquire(LockMode.EXCLUSIVE);
                awaitParked(commitAll(crew, writer, 0, 0, CROWD));
                statuses.lock(0).release();
            }
            for (int i = 0; i < CROWD; i++) {
                assertEquals(1, statuses.timesSet(i), "times set");
            }
            assertEquals(2, statuses.exclusiveAcquires(), "acquisitions: that of the test and the leader's");
            StatusWriterStatistics counted = writer.statistics();
            int others = config.leader() == Leader.DEDICATED ? CROWD : CROWD - 1;
            assertEquals(new StatusWriterStatistics(1, others, others, 0, 0, 0), counted);
        }
    }

    @ParameterizedTest
    @MethodSource("rings")
    @DisplayName(
            "GRP-4, situation 38: a batch spans pages and banks, each tree under the lock of its own bank, once a bank")
    void shouldServePagesOfSeveralBanks(StatusWriterConfig config) {
        HeapStatuses statuses = new HeapStatuses(4);
        try (StatusWriter writer = writer(config.withFastPath(false), statuses)) {
            try (Crew crew = new Crew()) {
                statuses.lock(0).acquire(LockMode.EXCLUSIVE);
                awaitParked(commitAll(crew, writer, 0, 0, 1));
                List<Thread> others = new ArrayList<>();
                for (int i = 1; i < 13; i++) {
                    others.addAll(commitAll(crew, writer, i % 4, i, 1));
                }
                awaitParked(others);
                statuses.lock(0).release();
            }
            for (int i = 0; i < 13; i++) {
                assertEquals(1, statuses.timesSet(HeapStatuses.xid(i % 4, i)));
                assertEquals(0, statuses.timesStray(HeapStatuses.xid(i % 4, i)));
            }
            assertEquals(1 + 4, statuses.exclusiveAcquires(), "that of the test, and one a bank");
        }
    }

    @ParameterizedTest
    @MethodSource("groups")
    @DisplayName("GRP-2: a leader uses the request's own copy of the children")
    void shouldUseTheChildrenOfTheCall(StatusWriterConfig config) {
        HeapStatuses statuses = new HeapStatuses(1);
        long[] children = {30, 31};
        try (StatusWriter writer = writer(config, statuses)) {
            try (Crew crew = new Crew()) {
                statuses.lock(0).acquire(LockMode.EXCLUSIVE);
                awaitParked(commitAll(crew, writer, 0, 0, 1));
                awaitParked(List.of(crew.start(() -> writer.setTree(1, children, COMMITTED, 0))));
                children[0] = 40;
                children[1] = 41;
                statuses.lock(0).release();
            }
            assertEquals(List.of(1, 1), List.of(statuses.timesSet(30), statuses.timesSet(31)));
            assertEquals(List.of(0, 0), List.of(statuses.timesSet(40), statuses.timesSet(41)));
        }
    }

    @ParameterizedTest
    @MethodSource("groups")
    @DisplayName("GRP-1: a free lock is taken at once, and no group is made")
    void shouldTakeAFreeLock(StatusWriterConfig config) {
        HeapStatuses statuses = new HeapStatuses(1);
        try (StatusWriter writer = writer(config, statuses)) {
            for (int i = 0; i < 10; i++) {
                writer.setTree(i, NONE, COMMITTED, 0);
            }
            assertTrue(statuses.exclusiveAcquires() <= 10);
            boolean grouped = config.leader() == Leader.DEDICATED && !config.fastPath();
            assertEquals(grouped ? 10 : 0, writer.statistics().followers());
        }
    }

    @ParameterizedTest
    @MethodSource("groups")
    @DisplayName("Situation 39: an abort goes past the group")
    void shouldAbortAlone(StatusWriterConfig config) {
        HeapStatuses statuses = new HeapStatuses(1);
        try (StatusWriter writer = writer(config, statuses)) {
            try (Crew crew = new Crew()) {
                statuses.lock(0).acquire(LockMode.EXCLUSIVE);
                awaitParked(List.of(
                        crew.start(() -> writer.setTree(5, NONE, ABORTED, 0)),
                        crew.start(() -> writer.setTree(6, new long[] {7}, ABORTED, 0))));
                statuses.lock(0).release();
            }
            assertEquals(new StatusWriterStatistics(0, 0, 0, 2, 0, 0), writer.statistics());
            assertEquals(List.of(1, 1, 1), List.of(statuses.timesSet(5), statuses.timesSet(6), statuses.timesSet(7)));
        }
    }

    @Test
    @DisplayName("GRP-3: a list has one page, and trees of five children at most")
    void shouldKeepLargeAndDistantTreesOutOfAList() {
        HeapStatuses statuses = new HeapStatuses(2);
        try (StatusWriter writer = new ListWriter(statuses, false)) {
            try (Crew crew = new Crew()) {
                statuses.lock(0).acquire(LockMode.EXCLUSIVE);
                awaitParked(commitAll(crew, writer, 0, 0, 1));
                awaitParked(List.of(
                        crew.start(() -> writer.setTree(1, new long[] {10, 11, 12, 13, 14}, COMMITTED, 0)),
                        crew.start(() -> writer.setTree(2, new long[] {20, 21, 22, 23, 24, 25}, COMMITTED, 0)),
                        crew.start(() -> writer.setTree(3, new long[] {HeapStatuses.xid(1, 3)}, COMMITTED, 0))));
                // Its own bank is free: it need not wait for the other one's leader.
                writer.setTree(HeapStatuses.xid(1, 4), NONE, COMMITTED, 0);
                statuses.lock(0).release();
            }
            assertEquals(new StatusWriterStatistics(1, 1, 1, 3, 0, 0), writer.statistics());
            for (long xid : new long[] {0, 1, 10, 14, 2, 20, 25, 3, HeapStatuses.xid(1, 3), HeapStatuses.xid(1, 4)}) {
                assertEquals(1, statuses.timesSet(xid), Long.toString(xid));
                assertEquals(0, statuses.timesStray(xid), Long.toString(xid));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Leader.class)
    @DisplayName("GRP-6: who finds the ring full takes the lock itself")
    void shouldGoAloneWhereTheRingIsFull(Leader leader) {
        HeapStatuses statuses = new HeapStatuses(1);
        StatusWriterConfig config =
                StatusWriterConfig.ring().withFastPath(false).withRingSize(4);
        if (leader == Leader.DEDICATED) {
            config = config.withLeaderThread(LeaderWait.LITE_BLOCKING);
        }
        try (StatusWriter writer = writer(config, statuses)) {
            try (Crew crew = new Crew()) {
                statuses.lock(0).acquire(LockMode.EXCLUSIVE);
                awaitParked(commitAll(crew, writer, 0, 0, 1));
                awaitParked(commitAll(crew, writer, 0, 1, CROWD - 1));
                statuses.lock(0).release();
            }
            int alone = leader == Leader.DEDICATED ? CROWD - 4 : CROWD - 5;
            assertEquals(alone, writer.statistics().ringFull());
            assertEquals(alone, writer.statistics().alone());
            for (int i = 0; i < CROWD; i++) {
                assertEquals(1, statuses.timesSet(i));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("groups")
    @DisplayName("FLT-4: an interrupt ends no wait, costs no processor time, and stays in the flag")
    void shouldKeepInterrupts(StatusWriterConfig config) {
        HeapStatuses statuses = new HeapStatuses(1);
        AtomicInteger kept = new AtomicInteger();
        try (StatusWriter writer = writer(config, statuses)) {
            try (Crew crew = new Crew()) {
                statuses.lock(0).acquire(LockMode.EXCLUSIVE);
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    long xid = i;
                    threads.add(crew.start(() -> {
                        writer.setTree(xid, NONE, COMMITTED, 0);
                        assertEquals(1, statuses.timesSet(xid));
                        kept.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
                    }));
                }
                awaitParked(threads);
                threads.forEach(Thread::interrupt);
                long before = threads.stream().mapToLong(Processor::timeNs).sum();
                sleep(200);
                long after = threads.stream().mapToLong(Processor::timeNs).sum();
                assertTrue(after - before < 100_000_000, "processor time in ns: " + (after - before));
                assertTrue(threads.stream().allMatch(Thread::isAlive));
                statuses.lock(0).release();
            }
            assertEquals(4, kept.get());
        }
    }

    @ParameterizedTest
    @EnumSource(LeaderWait.class)
    @DisplayName("the thread of a leader sleeps while nobody commits")
    void shouldBurnNoProcessorTimeWhenIdle(LeaderWait wait) {
        HeapStatuses statuses = new HeapStatuses(1);
        try (StatusWriter writer =
                writer(StatusWriterConfig.ring().withFastPath(false).withLeaderThread(wait), statuses)) {
            writer.setTree(1, NONE, COMMITTED, 0);
            Thread leader = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("clog group leader"))
                    .findFirst()
                    .orElseThrow();
            sleep(100);
            long before = Processor.timeNs(leader);
            sleep(1000);
            long burnt = Processor.timeNs(leader) - before;
            assertTrue(burnt < 100_000_000, "processor time in ns: " + burnt);
            writer.setTree(2, NONE, COMMITTED, 0);
            assertEquals(1, statuses.timesSet(2));
        }
    }

    @ParameterizedTest
    @MethodSource("groups")
    @DisplayName("virtual threads commit, where Java has them")
    void shouldServeVirtualThreads(StatusWriterConfig config) {
        ThreadFactory factory = Processor.virtualThreads().orElse(Thread::new);
        HeapStatuses statuses = new HeapStatuses(1);
        AtomicInteger done = new AtomicInteger();
        try (StatusWriter writer = writer(config, statuses)) {
            try (Crew crew = new Crew(factory)) {
                for (int i = 0; i < 500; i++) {
                    long xid = i % HeapStatuses.IDS_PER_PAGE;
                    crew.start(() -> {
                        for (int k = 0; k < 20; k++) {
                            writer.setTree(xid, NONE, COMMITTED, 0);
                        }
                        done.incrementAndGet();
                    });
                }
            }
            assertEquals(500, done.get());
            int sum = 0;
            for (int i = 0; i < HeapStatuses.IDS_PER_PAGE; i++) {
                sum += statuses.timesSet(i);
            }
            assertEquals(500 * 20, sum);
            assertEquals(0, writer.statistics().overdue());
        }
    }

    @ParameterizedTest
    @MethodSource("groups")
    @DisplayName("situation 49: a close right after publication answers each commit")
    void shouldAnswerCommitsInFlightWhenClosed(StatusWriterConfig config) {
        HeapStatuses statuses = new HeapStatuses(1);
        StatusWriter writer = writer(config, statuses);
        try (Crew crew = new Crew()) {
            statuses.lock(0).acquire(LockMode.EXCLUSIVE);
            awaitParked(commitAll(crew, writer, 0, 0, CROWD));
            Thread closer = crew.start(writer::close);
            sleep(20);
            assertTrue(config.leader() == Leader.PARTICIPANT || closer.isAlive());
            statuses.lock(0).release();
        }
        for (int i = 0; i < CROWD; i++) {
            assertEquals(1, statuses.timesSet(i), "times set");
        }
    }

    @Test
    @DisplayName(
            "a leader that gets lost between election and work delays its followers for a second, and not for ever")
    void shouldOutliveALostLeader() {
        HeapStatuses statuses = new HeapStatuses(1);
        RingWriter writer = new RingWriter(statuses, CommitRing.ofParticipants(8), false);
        assertTrue(writer.flag.tryRaise());
        long before = System.nanoTime();
        writer.setTree(1, NONE, COMMITTED, 0);
        assertTrue(System.nanoTime() - before >= CommitRequest.OVERDUE_NS);
        assertEquals(
                List.of(1, 1L),
                List.of(statuses.timesSet(1), writer.statistics().overdue()));
        before = System.nanoTime();
        writer.setTree(2, NONE, COMMITTED, 0);
        assertTrue(System.nanoTime() - before < CommitRequest.OVERDUE_NS);
    }

    @Test
    @DisplayName("the size of a ring is checked")
    void shouldRefuseSizesThatARingCannotHave() {
        for (int size : new int[] {-1, 0, 1, 3, 1000, 131_072}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> StatusWriterConfig.ring().withRingSize(size));
        }
    }

    private static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
