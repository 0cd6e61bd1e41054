package dev.clog.groupcommit.status;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.clog.offheap.StatusCursor;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Lincheck's model checker tries schedules of a few commits on two pages with a bank each, switching at every access to a
 * shared field. A commit that nobody answers shows as a deadlock; one that is set twice, or without the lock of its bank,
 * as a wrong answer.
 */
@DisplayName("GRP-2 to GRP-6, situations 37 and 38: in no schedule does a commit hang, get lost, or miss its lock")
class GroupLincheckTest {
    private static boolean locksSpin;
    private static boolean writersSpin;

    private static Field spinning() throws ReflectiveOperationException {
        Field field = Class.forName("dev.clog.lock.ThreadHolds").getDeclaredField("spinning");
        field.setAccessible(true);
        return field;
    }

    @BeforeAll
    static void stopSpinning() throws ReflectiveOperationException {
        locksSpin = spinning().getBoolean(null);
        writersSpin = GroupWriter.spinning;
        spinning().setBoolean(null, false);
        GroupWriter.spinning = false;
    }

    @AfterAll
    static void spinAgain() throws ReflectiveOperationException {
        spinning().setBoolean(null, locksSpin);
        GroupWriter.spinning = writersSpin;
    }

    /** Commits, each of an id of its own. */
    public abstract static class Commits {
        private static final long[] NONE = {};

        final HeapStatuses statuses = new HeapStatuses(2);
        private final AtomicInteger next = new AtomicInteger();

        abstract void commit(long xid);

        private boolean isRight(int page) {
            long xid = HeapStatuses.xid(page, next.getAndIncrement());
            commit(xid);
            return statuses.timesSet(xid) == 1 && statuses.timesStray(xid) == 0;
        }

        @Operation
        public boolean commitHere() {
            return isRight(0);
        }

        @Operation
        public boolean commitThere() {
            return isRight(1);
        }
    }

    /** The list. */
    public static class OnList extends Commits {
        private final StatusWriter writer = new ListWriter(statuses, false);

        @Override
        void commit(long xid) {
            writer.setTree(xid, Commits.NONE, COMMITTED, 0);
        }
    }

    /** The ring, which is full when three wait. */
    public static class OnRing extends Commits {
        private final StatusWriter writer = new RingWriter(statuses, CommitRing.ofParticipants(2), false);

        @Override
        void commit(long xid) {
            writer.setTree(xid, Commits.NONE, COMMITTED, 0);
        }
    }

    /** The list, where a commit may go past the group, and serve it. */
    public static class PastAList extends Commits {
        private final StatusWriter writer = new ListWriter(statuses, true);

        @Override
        void commit(long xid) {
            writer.setTree(xid, Commits.NONE, COMMITTED, 0);
        }
    }

    /** The ring, in the same way. */
    public static class PastARing extends Commits {
        private final StatusWriter writer = new RingWriter(statuses, CommitRing.ofParticipants(2), true);

        @Override
        void commit(long xid) {
            writer.setTree(xid, Commits.NONE, COMMITTED, 0);
        }
    }

    /** The ring's protocol without the leader's second look. */
    private static final class Ring {
        private final HeapStatuses statuses;
        private final CommitRing ring = CommitRing.ofParticipants(4);
        private final LeaderFlag flag = new LeaderFlag();

        Ring(HeapStatuses statuses) {
            this.statuses = statuses;
        }

        void commit(long xid) {
            CommitRequest request = new CommitRequest(xid, Commits.NONE, COMMITTED, 0);
            ring.offer(request);
            if (flag.tryRaise()) {
                lead(statuses.bankOf(xid));
            }
            while (!request.sleep()) {
                // overdue
            }
        }

        private void lead(int bank) {
            CommitBatch batch = new CommitBatch(bank);
            StatusCursor cursor = statuses.cursor();
            cursor.enter(bank);
            take(cursor, batch);
            flag.lower();
            cursor.close();
            batch.answer();
        }

        private void take(StatusCursor cursor, CommitBatch batch) {
            for (CommitRequest request = ring.take(); request != null; request = ring.take()) {
                batch.add(request);
            }
            batch.apply(cursor, statuses);
        }
    }

    /** A leader that does not look again once the flag is lowered: must be caught. */
    public static class NoTakingAfterTheFlag extends Commits {
        private final Ring ring = new Ring(statuses);

        @Override
        void commit(long xid) {
            ring.commit(xid);
        }
    }

    /** A leader that answers what it takes from the list and sets it afterwards: must be caught. */
    public static class AnswersEarly extends Commits {
        private final CommitList list = new CommitList();

        @Override
        void commit(long xid) {
            CommitRequest request = new CommitRequest(xid, Commits.NONE, COMMITTED, 0);
            CommitList.Push push = list.push(request);
            try (StatusCursor cursor = statuses.cursor()) {
                if (push == CommitList.Push.ELSEWHERE) {
                    request.apply(cursor);
                } else if (push == CommitList.Push.LEADS) {
                    cursor.enter(statuses.bankOf(xid));
                    lead(cursor);
                } else {
                    while (!request.sleep()) {
                        // overdue
                    }
                }
            }
        }

        private void lead(StatusCursor cursor) {
            CommitRequest request = list.takeAll();
            while (request != null) {
                CommitRequest after = request.next;
                request.answer();
                request.apply(cursor);
                request = after;
            }
        }
    }

    /** Situation 37: a thread that falls back leaves the mark of a member set, and believes it the next time. */
    @SuppressWarnings("ThreadLocalUsage") // of one run
    public static class MarkLeftSet extends Commits {
        private final AtomicReference<Long> group = new AtomicReference<>();
        private final ThreadLocal<AtomicBoolean> member = ThreadLocal.withInitial(AtomicBoolean::new);

        @Override
        void commit(long xid) {
            AtomicBoolean mine = member.get();
            if (mine.get()) {
                return; // in a group: its leader sets the tree
            }
            mine.set(true);
            boolean leads = group.compareAndSet(null, xid);
            statuses.setUnder(statuses.bankOf(xid), xid);
            if (leads) {
                group.set(null);
                mine.set(false);
            }
        }
    }

    private static void check(Class<?> type) {
        new ModelCheckingOptions()
                .iterations(6 * Crew.EFFORT)
                .invocationsPerIteration(700 * Crew.EFFORT)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(1)
                .check(type);
    }

    private static void shouldBeCaught(Class<?> broken) {
        assertThrows(LincheckAssertionError.class, () -> check(broken));
    }

    @Test
    void shouldAnswerEachCommitOnAList() {
        check(OnList.class);
    }

    @Test
    void shouldAnswerEachCommitOnARing() {
        check(OnRing.class);
    }

    @Test
    void shouldAnswerEachCommitThatAListIsPassedBy() {
        check(PastAList.class);
    }

    @Test
    void shouldAnswerEachCommitThatARingIsPassedBy() {
        check(PastARing.class);
    }

    @Test
    void shouldCatchALeaderThatDoesNotLookAgain() {
        shouldBeCaught(NoTakingAfterTheFlag.class);
    }

    @Test
    void shouldCatchALeaderThatAnswersBeforeItSets() throws NoSuchMethodException {
        Actor commit = new Actor(AnswersEarly.class.getMethod("commitHere"), List.of());
        ExecutionScenario two =
                new ExecutionScenario(List.of(), List.of(List.of(commit), List.of(commit)), List.of(), null);
        assertThrows(
                LincheckAssertionError.class,
                () -> new ModelCheckingOptions()
                        .iterations(0)
                        .invocationsPerIteration(20_000)
                        .addCustomScenario(two)
                        .check(AnswersEarly.class));
    }

    @Test
    void shouldCatchAMarkLeftSet() {
        shouldBeCaught(MarkLeftSet.class);
    }
}
