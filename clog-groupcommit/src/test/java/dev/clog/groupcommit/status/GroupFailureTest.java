package dev.clog.groupcommit.status;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.FatalExceptionHandler;
import com.lmax.disruptor.IgnoreExceptionHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.Disruptor;
import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.status.StatusWriterConfig.LeaderWait;
import dev.clog.lock.LockMode;
import dev.clog.offheap.StatusCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Situation 49: what goes wrong with one commit of a group. */
@DisplayName("GRP-5, situation 49: a failure reaches its owner, nobody else, and nobody hangs")
class GroupFailureTest {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long[] NONE = {};
    private static final long BAD = 3;
    private static final int LATER = 20;

    static Stream<Arguments> failures() {
        List<StatusWriterConfig> writers = List.of(
                StatusWriterConfig.list().withFastPath(false),
                StatusWriterConfig.list(),
                StatusWriterConfig.ring().withFastPath(false).withRingSize(8),
                StatusWriterConfig.ring().withRingSize(8),
                StatusWriterConfig.ring().withFastPath(false).withRingSize(8).withLeaderThread(LeaderWait.BLOCKING),
                StatusWriterConfig.ring().withFastPath(false).withRingSize(8).withLeaderThread(LeaderWait.PHASED));
        return writers.stream()
                .flatMap(writer -> Stream.of(
                                new IOException("as if"), new InternalError("as if"), new OutOfMemoryError("as if"))
                        .map(failure -> Arguments.of(writer, failure)));
    }

    /** Pages of which one id fails. */
    private static HeapStatuses failing(Throwable failure) {
        return new HeapStatuses(1) {
            @Override
            void before(long xid, long[] children) throws Throwable {
                if (xid == BAD) {
                    throw failure;
                }
            }
        };
    }

    /** Six that meet, the bad one among them, and later ones. */
    private static void check(HeapStatuses statuses, Function<HeapStatuses, StatusWriter> maker, Throwable failure) {
        Map<Long, Object> outcomes = new ConcurrentHashMap<>();
        StatusWriter writer = maker.apply(statuses);
        List<Thread> threads = new ArrayList<>();
        statuses.lock(0).acquire(LockMode.EXCLUSIVE);
        for (long xid = 1; xid <= 6; xid++) {
            threads.add(commit(writer, xid, outcomes));
        }
        Crew.await("all wait", () -> threads.stream().noneMatch(thread -> thread.getState() == Thread.State.RUNNABLE));
        statuses.lock(0).release();
        for (long xid = 7; xid < 7 + LATER; xid++) {
            threads.add(commit(writer, xid, outcomes));
        }
        long end = System.nanoTime() + LIMIT_NS;
        while (outcomes.size() < 6 + LATER && System.nanoTime() < end) {
            sleep(1);
        }
        for (long xid = 1; xid < 7 + LATER; xid++) {
            Object outcome = outcomes.get(xid);
            assertTrue(outcome != null, "hangs: xid=" + xid);
            if (xid == BAD) {
                assertSame(failure, outcome);
                assertEquals(0, statuses.timesSet(xid));
            } else {
                assertEquals("acknowledged", outcome, "xid=" + xid);
                assertEquals(1, statuses.timesSet(xid));
            }
        }
        writer.close();
    }

    private static Thread commit(StatusWriter writer, long xid, Map<Long, Object> outcomes) {
        Thread thread = new Thread(() -> {
            try {
                writer.setTree(xid, NONE, COMMITTED, 0);
                outcomes.put(xid, "acknowledged");
            } catch (Throwable e) {
                outcomes.put(xid, e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void shouldGiveTheFailureToItsOwner(StatusWriterConfig config, Throwable failure) {
        check(failing(failure), statuses -> GroupTest.writer(config, statuses), failure);
    }

    /** The usual way to use a Disruptor: a handler that sets, and the committers wait for its sequence. */
    private static final class HandlerWriter implements StatusWriter {
        private static final class Event {
            CommitRequest request;
        }

        private final Disruptor<Event> disruptor = new Disruptor<>(Event::new, 64, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
        private final HeapStatuses statuses;

        HandlerWriter(HeapStatuses statuses, boolean ignoring) {
            this.statuses = statuses;
            disruptor.setDefaultExceptionHandler(ignoring ? new IgnoreExceptionHandler() : new FatalExceptionHandler());
            EventHandler<Event> handler = (event, sequence, endOfBatch) -> handle(event.request);
            disruptor.handleEventsWith(handler);
            disruptor.start();
        }

        private void handle(CommitRequest request) {
            try (StatusCursor cursor = statuses.cursor()) {
                cursor.set(request.xid(), NONE, COMMITTED, 0);
            }
        }

        @Override
        public void setTree(long xid, long[] children, TransactionStatus status, long lsn) {
            RingBuffer<Event> ring = disruptor.getRingBuffer();
            long sequence = ring.next();
            ring.get(sequence).request = new CommitRequest(xid, children, status, lsn);
            ring.publish(sequence);
            while (ring.getMinimumGatingSequence() < sequence) {
                sleep(1);
            }
        }

        @Override
        public StatusWriterStatistics statistics() {
            return StatusWriterStatistics.NONE;
        }

        @Override
        public void close() {
            disruptor.halt();
        }
    }

    @Test
    @DisplayName("mutant: an exception handler that swallows acknowledges a commit that never happened")
    void shouldCatchASwallowedFailure() {
        IOException failure = new IOException("as if");
        assertThrows(
                AssertionError.class,
                () -> check(failing(failure), statuses -> new HandlerWriter(statuses, true), failure));
    }

    @Test
    @DisplayName("mutant: with the default exception handler the thread is gone, and committers hang")
    void shouldCatchAHandlerThatEndsItsThread() {
        IOException failure = new IOException("as if");
        assertThrows(
                AssertionError.class,
                () -> check(failing(failure), statuses -> new HandlerWriter(statuses, false), failure));
    }

    /** How many more requests come out of a ring than four threads put in. */
    private static int through(CommitRing ring) {
        int each = 25_000;
        int taken = 0;
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    CommitRequest request = new CommitRequest(i, NONE, COMMITTED, 0);
                    while (!ring.offer(request) && !Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                    }
                }
            });
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((broken, error) -> {});
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        long idleSince = System.nanoTime();
        while (System.nanoTime() - idleSince < TimeUnit.SECONDS.toNanos(1)) {
            if (ring.take() != null) {
                taken++;
                idleSince = System.nanoTime();
            }
        }
        threads.forEach(Thread::interrupt);
        return taken - 4 * each;
    }

    @Test
    @DisplayName("a ring of many producers loses no request, and gives none twice")
    void shouldLoseNoRequest() {
        assertEquals(0, through(CommitRing.ofParticipants(8)));
    }

    @Test
    @DisplayName("mutant: a ring of a single producer does")
    void shouldCatchARingOfASingleProducer() {
        boolean caught = false;
        for (int i = 0; i < 20 && !caught; i++) {
            caught = through(new CommitRing(
                            RingBuffer.createSingleProducer(CommitRing.Slot::new, 8, new BusySpinWaitStrategy())))
                    != 0;
        }
        assertTrue(caught);
    }
}
