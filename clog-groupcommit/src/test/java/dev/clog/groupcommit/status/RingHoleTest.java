package dev.clog.groupcommit.status;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.lmax.disruptor.LiteBlockingWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import dev.clog.groupcommit.status.StatusWriterConfig.Leader;
import dev.clog.groupcommit.status.StatusWriterConfig.LeaderWait;
import dev.clog.lock.LockMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** FLT-3, GRP-5: a committer that runs out of stack in the ring leaves nobody waiting behind it. */
class RingHoleTest {
    private static final int SIZE = 8;
    private static final int LARGE = 1 << 16;
    private static final int ROUNDS = 60;
    private static final long LAST_XID = HeapStatuses.IDS_PER_PAGE - 1;
    private static final long STACK_BYTES = 256 << 10;
    private static final long[] NONE = {};

    /** A ring whose next publication fails where the test wants it to, before or after all of it. */
    private static final class FailingRing extends CommitRing {
        private boolean before;
        private boolean after;

        FailingRing() {
            super(RingBuffer.createMultiProducer(Slot::new, SIZE, new LiteBlockingWaitStrategy()));
        }

        /** Claims a slot and publishes nothing. */
        void makeHole() {
            before = true;
            assertThrows(StackOverflowError.class, () -> offer(request(1)));
            before = false;
        }

        void publishAndFail(CommitRequest request) {
            after = true;
            assertThrows(StackOverflowError.class, () -> offer(request));
            after = false;
        }

        @Override
        void publish(long sequence, CommitRequest request) {
            if (before) {
                throw new StackOverflowError("before");
            }
            super.publish(sequence, request);
            if (after) {
                throw new StackOverflowError("after");
            }
        }
    }

    private static CommitRequest request(long xid) {
        return new CommitRequest(xid, NONE, COMMITTED, 0);
    }

    @Test
    @DisplayName("a slot that was claimed and never published is gone past, in every place of the ring")
    void shouldGoPastAHole() {
        FailingRing ring = new FailingRing();
        for (long xid = 0; xid < 10 * SIZE; xid++) {
            ring.makeHole();
            CommitRequest first = request(xid);
            CommitRequest second = request(xid);
            assertTrue(ring.offer(first));
            assertTrue(ring.offer(second));
            assertSame(first, xid % 2 == 0 ? ring.peek() : first);
            assertSame(first, ring.take());
            assertSame(second, ring.take());
            assertNull(ring.take());
            assertNull(ring.peek());
        }
    }

    @Test
    @DisplayName("a ring full of holes has room again")
    void shouldGoPastHolesOnly() {
        FailingRing ring = new FailingRing();
        for (int i = 0; i < SIZE; i++) {
            ring.makeHole();
        }
        assertFalse(ring.offer(request(1)));
        assertNull(ring.take());
        CommitRequest request = request(2);
        assertTrue(ring.offer(request));
        assertSame(request, ring.take());
    }

    @Test
    @DisplayName("a request that was published before its owner failed is taken, once, and no later one is lost for it")
    void shouldTakeWhatWasPublishedAllTheSame() {
        FailingRing ring = new FailingRing();
        for (long xid = 0; xid < 10 * SIZE; xid++) {
            List<CommitRequest> all = List.of(request(xid), request(xid), request(xid));
            ring.publishAndFail(all.get(0));
            assertTrue(ring.offer(all.get(1)));
            assertTrue(ring.offer(all.get(2)));
            for (CommitRequest each : all) {
                assertSame(each, ring.take());
            }
            assertNull(ring.take());
        }
    }

    @Test
    @DisplayName("an offer that runs out of stack, wherever it does, keeps back nothing that is offered later")
    void shouldTakeWhatIsOfferedAfterAnOfferThatRanOutOfStack() throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            CommitRing ring = CommitRing.ofParticipants(LARGE);
            int offset = round;
            join(start(() -> goDown(ring, offset), STACK_BYTES));
            while (ring.take() != null) {
                assertNotNull(ring);
            }
            CommitRequest later = request(2);
            assertTrue(ring.offer(later));
            assertSame(later, ring.take(), "round " + round);
        }
    }

    private static void goDown(CommitRing ring, int offset) {
        if (offset > 0) {
            goDown(ring, offset - 1);
        } else {
            dive(ring, 1);
        }
    }

    private static void dive(CommitRing ring, int depth) {
        ring.offer(request(depth));
        if (depth < LARGE) {
            dive(ring, depth + 1);
        }
    }

    static Stream<StatusWriterConfig> rings() {
        StatusWriterConfig ring = StatusWriterConfig.ring().withFastPath(false).withRingSize(SIZE);
        return Stream.of(ring, ring.withLeaderThread(LeaderWait.LITE_BLOCKING));
    }

    @ParameterizedTest
    @MethodSource("rings")
    @DisplayName("commits behind a hole are answered, whoever leads")
    void shouldAnswerCommitsBehindAHole(StatusWriterConfig config) throws InterruptedException {
        HeapStatuses statuses = new HeapStatuses(1);
        FailingRing ring = new FailingRing();
        RingWriter writer = new RingWriter(statuses, ring, false);
        if (config.leader() == Leader.DEDICATED) {
            writer.serveBy(new LeaderThread(writer, ring));
        }
        for (long xid = 0; xid < HeapStatuses.IDS_PER_PAGE; xid += 3) {
            statuses.lock(0).acquire(LockMode.EXCLUSIVE);
            List<Thread> threads = new ArrayList<>(List.of(commit(writer, xid)));
            awaitAsleep(threads);
            ring.makeHole();
            threads.add(commit(writer, Math.min(xid + 1, LAST_XID)));
            threads.add(commit(writer, Math.min(xid + 2, LAST_XID)));
            awaitAsleep(threads);
            statuses.lock(0).release();
            for (Thread thread : threads) {
                join(thread);
            }
        }
        for (long xid = 0; xid < LAST_XID; xid++) {
            assertEquals(1, statuses.timesSet(xid), "xid=" + xid);
        }
        writer.close();
    }

    private static Thread commit(StatusWriter writer, long xid) {
        return start(() -> writer.setTree(xid, NONE, COMMITTED, 0), 0);
    }

    private static void awaitAsleep(List<Thread> threads) {
        Crew.await("all wait", () -> threads.stream().noneMatch(thread -> thread.getState() == Thread.State.RUNNABLE));
    }

    private static Thread start(Runnable work, long stackBytes) {
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        work.run();
                    } catch (StackOverflowError e) {
                        assertTrue(stackBytes > 0, "only a diver runs out of stack");
                    }
                },
                "committer",
                stackBytes);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void join(Thread thread) throws InterruptedException {
        thread.join(TimeUnit.SECONDS.toMillis(20));
        assertFalse(thread.isAlive(), () -> "hangs: " + List.of(thread.getStackTrace()));
    }
}
