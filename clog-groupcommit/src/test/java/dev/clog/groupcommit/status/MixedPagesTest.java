package dev.clog.groupcommit.status;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import dev.clog.api.TransactionStatus;
import dev.clog.lock.LockMode;
import dev.clog.offheap.StatusCursor;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A follower looks at a leader of its own page and is held up before its atomic change; meanwhile the leader finishes, and
 * leads for a page of another bank. Step by step, without chance.
 */
@DisplayName(
        "GRP-3, GRP-4, situation 38: who joins while the leader changes pages is set under the lock of its own bank")
class MixedPagesTest {
    private static final long[] NONE = {};
    /** The leader's first commit and the follower's are on a page of bank 0, as that of a slow publisher is. */
    private static final long FIRST = HeapStatuses.xid(0, 1);

    private static final long FOLLOWER = HeapStatuses.xid(0, 2);
    private static final long SLOW = HeapStatuses.xid(0, 3);
    /** The leader's next commit is on a page of bank 1. */
    private static final long NEXT = HeapStatuses.xid(1, 1);

    private final Steps statuses = new Steps();

    /** A place where a thread is held up until the test lets it go on. */
    private static final class Gate {
        private final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);

        void pass() {
            arrived.countDown();
            await(opened);
        }

        void awaitArrival() {
            await(arrived);
        }

        void open() {
            opened.countDown();
        }

        private static void await(CountDownLatch latch) {
            try {
                assertTrue(latch.await(30, TimeUnit.SECONDS), "nobody comes");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Holds the leader up in each of its commits, once it has the lock. */
    private static final class Steps extends HeapStatuses {
        final Gate inFirst = new Gate();
        final Gate inNext = new Gate();

        Steps() {
            super(2);
        }

        @Override
        void before(long xid, long[] children) {
            if (xid == FIRST) {
                inFirst.pass();
            } else if (xid == NEXT) {
                inNext.pass();
            }
        }

        void assertSetUnderItsLock(long xid) {
            assertEquals(1, timesSet(xid), "times set: " + xid);
            assertEquals(0, timesStray(xid), "times set without the lock of its bank: " + xid);
        }
    }

    /** Mutant: writes all under the lock that was taken first, as a leader would that has one page for all. */
    private static final class OneLock implements StatusCursor {
        private final HeapStatuses statuses;
        private final StatusCursor cursor;
        private int bank;

        OneLock(HeapStatuses statuses, StatusCursor cursor) {
            this.statuses = statuses;
            this.cursor = cursor;
        }

        @Override
        public void enter(int entered) {
            bank = entered;
            cursor.enter(entered);
        }

        @Override
        public boolean enterUnlessSlow(int entered) {
            bank = entered;
            return cursor.enterUnlessSlow(entered);
        }

        @Override
        public void set(long xid, long[] children, TransactionStatus status, long lsn) {
            try {
                statuses.before(xid, children);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
            statuses.setUnder(bank, xid);
        }

        @Override
        public void close() {
            cursor.close();
        }
    }

    /** A list in which the follower is held up between its look at the head and its exchange. */
    private static class SteppedList extends CommitList {
        final Gate beforeExchange = new Gate();
        volatile CommitRequest newest;
        volatile boolean joined;

        @Override
        final boolean replace(CommitRequest present, CommitRequest request) {
            if (request.xid() != FOLLOWER || present == null) {
                newest = request;
                return super.replace(present, request);
            }
            beforeExchange.pass();
            joined = exchange(present, request);
            return joined;
        }

        boolean exchange(CommitRequest present, CommitRequest request) {
            return super.replace(present, request);
        }
    }

    /** Mutant: takes whatever the leader leads by now, as where each thread has one place for all that it commits. */
    private static final class ListOfThreads extends SteppedList {
        @Override
        boolean exchange(CommitRequest present, CommitRequest request) {
            CommitRequest ofSameThread = newest;
            request.next = ofSameThread;
            return super.exchange(ofSameThread, request);
        }
    }

    private StatusCursor oneLock(StatusCursor cursor) {
        return new OneLock(statuses, cursor);
    }

    private Thread startLeader(Crew crew, StatusWriter writer) {
        return crew.start(() -> {
            writer.setTree(FIRST, NONE, COMMITTED, 0);
            writer.setTree(NEXT, NONE, COMMITTED, 0);
        });
    }

    private static void awaitSleepOf(Thread thread) {
        Crew.await("a thread sleeps for its request", () -> LockSupport.getBlocker(thread) instanceof CommitRequest);
    }

    private void stepThroughList(SteppedList list, UnaryOperator<StatusCursor> cursors) {
        StatusWriter writer = new ListWriter(LockedStatuses.around(statuses, cursors), list, false);
        statuses.inNext.open();
        statuses.lock(1).acquire(LockMode.EXCLUSIVE);
        statuses.lock(0).acquire(LockMode.EXCLUSIVE);
        try (Crew crew = new Crew()) {
            startLeader(crew, writer);
            Crew.await("the leader is the head of the list", () -> !list.isEmpty());
            crew.start(() -> writer.setTree(FOLLOWER, NONE, COMMITTED, 0));
            list.beforeExchange.awaitArrival();
            statuses.inFirst.open();
            statuses.lock(0).release();
            Crew.await("the leader leads for another page", () -> list.isElsewhere(FOLLOWER));
            assertEquals(1, statuses.timesSet(FIRST));
            list.beforeExchange.open();
            // While the other page's lock is held: who goes alone does not need it.
            Crew.await("the follower is through", () -> statuses.timesSet(FOLLOWER) == 1 || list.joined);
            statuses.lock(1).release();
        }
        statuses.assertSetUnderItsLock(FIRST);
        statuses.assertSetUnderItsLock(FOLLOWER);
        statuses.assertSetUnderItsLock(NEXT);
        assertEquals(new StatusWriterStatistics(0, 0, 0, 1, 0, 0), writer.statistics(), "the follower goes alone");
        writer.close();
    }

    @Test
    void shouldNotJoinAListThatBecameAnotherPages() {
        stepThroughList(new SteppedList(), cursor -> cursor);
    }

    @Test
    @DisplayName("mutant: a head that is known by its thread takes the follower into the group of the other page")
    void shouldCatchAListOfThreads() {
        assertCaught("the follower goes alone", () -> stepThroughList(new ListOfThreads(), cursor -> cursor));
    }

    @Test
    @DisplayName("mutant: the same, and the leader writes all under one lock")
    void shouldCatchAListOfThreadsUnderOneLock() {
        assertCaught("without the lock of its bank", () -> stepThroughList(new ListOfThreads(), this::oneLock));
    }

    /** Holds the follower up between its publication and its look at the flag. */
    private static final class SteppedPublication implements WaitStrategy {
        final Gate published = new Gate();
        volatile Thread follower;

        @Override
        public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier) {
            throw new UnsupportedOperationException("nobody waits at this ring");
        }

        @Override
        public void signalAllWhenBlocking() {
            if (Thread.currentThread() == follower) {
                published.pass();
            }
        }
    }

    /**
     * The follower's request lies behind one that is claimed and not published, so that the leader's first group ends
     * without it: it is published, and nobody has it, when the flag is raised for the other page.
     */
    private void stepThroughRing(UnaryOperator<StatusCursor> cursors) {
        SteppedPublication steps = new SteppedPublication();
        RingBuffer<CommitRing.Slot> slots = RingBuffer.createMultiProducer(CommitRing.Slot::new, 4, steps);
        StatusWriter writer = new RingWriter(LockedStatuses.around(statuses, cursors), new CommitRing(slots), false);
        CommitRequest slow = new CommitRequest(SLOW, NONE, COMMITTED, 0);
        try (Crew crew = new Crew()) {
            long claimed = slots.next();
            startLeader(crew, writer);
            statuses.inFirst.awaitArrival();
            Thread follower = crew.start(() -> {
                steps.follower = Thread.currentThread();
                writer.setTree(FOLLOWER, NONE, COMMITTED, 0);
            });
            steps.published.awaitArrival();
            statuses.inFirst.open();
            statuses.inNext.awaitArrival();
            slots.get(claimed).request = slow;
            slots.publish(claimed);
            steps.published.open();
            awaitSleepOf(follower);
            assertEquals(0, statuses.timesSet(FOLLOWER));
            statuses.inNext.open();
        }
        Crew.await("the slow one is answered", slow::isAnswered);
        statuses.assertSetUnderItsLock(FIRST);
        statuses.assertSetUnderItsLock(NEXT);
        statuses.assertSetUnderItsLock(SLOW);
        statuses.assertSetUnderItsLock(FOLLOWER);
        assertEquals(new StatusWriterStatistics(1, 2, 2, 0, 0, 0), writer.statistics(), "one group of two followers");
        writer.close();
    }

    @Test
    void shouldChangeTheLockForAFollowerInTheRing() {
        stepThroughRing(cursor -> cursor);
    }

    @Test
    @DisplayName("mutant: the leader of a ring writes all under one lock")
    void shouldCatchARingUnderOneLock() {
        assertCaught("without the lock of its bank", () -> stepThroughRing(this::oneLock));
    }

    private static void assertCaught(String what, Runnable mutant) {
        String message = assertThrows(AssertionError.class, mutant::run).getMessage();
        assertTrue(message.contains(what), message);
    }
}
