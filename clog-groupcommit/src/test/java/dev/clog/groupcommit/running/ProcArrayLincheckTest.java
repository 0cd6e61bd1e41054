package dev.clog.groupcommit.running;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.clog.lock.LockMode;
import dev.clog.lock.LockStatistics;
import dev.clog.lock.LockTranche;
import dev.clog.lock.LwLock;
import java.lang.reflect.Field;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Lincheck's model checker tries schedules of a few beginnings, ends and snapshots, switching at every access to a shared
 * field, and compares what they say with all sequential orders. Someone who waits for ever shows as a deadlock.
 */
@DisplayName("GRP-7, STA-10: no schedule shows a snapshot that no order of beginnings and ends explains")
class ProcArrayLincheckTest {
    private static final int EFFORT = Integer.getInteger("clog.effort", 1);

    private static int memberSpins;
    private static boolean locksSpin;

    /** The switch is the locks' own; these tests run on the class path, where it can be reached. */
    private static Field spinning() throws ReflectiveOperationException {
        Field field = Class.forName("dev.clog.lock.ThreadHolds").getDeclaredField("spinning");
        field.setAccessible(true);
        return field;
    }

    /** A thread that spins looks like one that never ends. */
    @BeforeAll
    static void stopSpinning() throws ReflectiveOperationException {
        memberSpins = EndRequest.spins;
        locksSpin = spinning().getBoolean(null);
        EndRequest.spins = 0;
        spinning().setBoolean(null, false);
    }

    @AfterAll
    static void spinAgain() throws ReflectiveOperationException {
        EndRequest.spins = memberSpins;
        spinning().setBoolean(null, locksSpin);
    }

    /** Each thread begins and ends transactions, one at a time; ids are handed out as under the assigner's lock. */
    @Param(name = "thread", gen = ThreadIdGen.class)
    public abstract static class Running {
        final ProcArray set;
        private final LwLock handingOut = LockTranche.named("XidGen").newLock(0);
        private final long[] own = new long[8];
        private long next = 100;

        Running(SetLock lock) {
            set = new ProcArray(ProcArrayConfig.defaults().withSlots(4), lock, 100);
        }

        final long assign(boolean enter) {
            handingOut.acquire(LockMode.EXCLUSIVE);
            long xid = next;
            if (enter) {
                set.enter(xid);
            }
            next = xid + 1;
            handingOut.release();
            return xid;
        }

        long begun() {
            return assign(true);
        }

        /** Begins, and gives the id; 0 where the thread has one. */
        @Operation
        public long begin(@Param(name = "thread") int thread) {
            if (own[thread] != 0) {
                return 0;
            }
            own[thread] = begun();
            return own[thread];
        }

        /** Ends what the thread began. */
        @Operation
        public long end(@Param(name = "thread") int thread) {
            long xid = own[thread];
            if (xid != 0) {
                set.end(xid);
                own[thread] = 0;
            }
            return xid;
        }

        /** Who is in progress. */
        @Operation
        public String snapshot() {
            return set.snapshot().toString();
        }
    }

    /** Each end takes the lock. */
    public static class Exclusive extends Running {
        public Exclusive() {
            super(new ExclusiveEnding());
        }
    }

    /** Ends by the FlexLock. */
    public static class Flex extends Running {
        public Flex() {
            super(new FlexEnding());
        }
    }

    /** Ends in groups. */
    public static class Group extends Running {
        public Group() {
            super(new GroupClear());
        }
    }

    /** An id enters when the next one may have been handed out already: must be caught. */
    public static class EntersLate extends Running {
        public EntersLate() {
            super(new ExclusiveEnding());
        }

        @Override
        long begun() {
            long xid = assign(false);
            set.enter(xid);
            return xid;
        }
    }

    /** Snapshots take no lock: must be caught. */
    public static class LooksWithoutLock extends Running {
        public LooksWithoutLock() {
            super(new WeakLock() {
                @Override
                public void end(EndRequest request) {
                    lock.acquire(LockMode.EXCLUSIVE);
                    request.run();
                    lock.release();
                }
            });
        }
    }

    /** The leader reads the list and then clears it, in two steps: must be caught, for someone waits for ever. */
    public static class LosesAMember extends Running {
        public LosesAMember() {
            super(new WeakGroup() {
                @Override
                EndRequest lockAndTakeAll() {
                    lock.acquire(LockMode.EXCLUSIVE);
                    EndRequest group = newest.get();
                    newest.set(null);
                    return group;
                }
            });
        }
    }

    /** The leader answers its members before it ends them: must be caught, for an end may show late. */
    public static class AnswersEarly extends Running {
        public AnswersEarly() {
            super(new WeakGroup() {
                @Override
                EndRequest lockAndTakeAll() {
                    lock.acquire(LockMode.EXCLUSIVE);
                    EndRequest group = newest.getAndSet(null);
                    lock.release();
                    for (EndRequest each = group; each != null; each = each.following) {
                        each.answer(EndRequest.DONE);
                    }
                    lock.acquire(LockMode.EXCLUSIVE);
                    return group;
                }
            });
        }
    }

    /** Part of a lock that does not lock. */
    private abstract static class WeakLock implements SetLock {
        final LwLock lock = LockTranche.named("weak").newLock(0);

        @Override
        public void acquireShared() {}

        @Override
        public void acquireExclusive() {}

        @Override
        public void release() {}

        @Override
        public LockStatistics statistics() {
            return lock.statistics();
        }
    }

    /** {@link GroupClear} without its fast path, and with a weakened step. */
    private abstract static class WeakGroup extends WeakLock {
        final AtomicReference<EndRequest> newest = new AtomicReference<>();

        abstract EndRequest lockAndTakeAll();

        @Override
        public void acquireShared() {
            lock.acquire(LockMode.SHARED);
        }

        @Override
        public void release() {
            lock.release();
        }

        @Override
        public void end(EndRequest request) {
            EndRequest head;
            do {
                head = newest.get();
                request.following = head;
            } while (!newest.compareAndSet(head, request));
            if (head != null) {
                request.await();
                return;
            }
            EndRequest group = lockAndTakeAll();
            for (EndRequest each = group; each != null; each = each.following) {
                each.run();
            }
            lock.release();
            for (EndRequest each = group; each != null; each = each.following) {
                if (each != request) {
                    each.answer(EndRequest.DONE);
                }
            }
        }
    }

    private static ModelCheckingOptions options(int invocations) {
        return new ModelCheckingOptions()
                .invocationsPerIteration(invocations)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(1);
    }

    private static void check(Class<?> type) {
        options(1000 * EFFORT).iterations(10 * EFFORT).check(type);
    }

    private static Actor call(Class<?> type, String method, Object... arguments) {
        Class<?>[] parameters = Stream.of(arguments).map(each -> int.class).toArray(Class<?>[]::new);
        try {
            return new Actor(type.getMethod(method, parameters), List.of(arguments));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Beginning, end and a look in one thread, and what meets them in the other. */
    private static void shouldCatch(Class<?> weak, Actor... other) {
        List<Actor> one = List.of(call(weak, "begin", 1), call(weak, "end", 1), call(weak, "snapshot"));
        shouldCatch(weak, List.of(), List.of(List.of(other), one));
    }

    private static void shouldCatch(Class<?> weak, List<Actor> before, List<List<Actor>> threads) {
        ExecutionScenario scenario = new ExecutionScenario(before, threads, List.of(), null);
        assertThrows(
                LincheckAssertionError.class,
                () -> options(20_000).iterations(0).addCustomScenario(scenario).check(weak));
    }

    @Test
    void shouldExplainEverythingWhereEachEndTakesTheLock() {
        check(Exclusive.class);
    }

    @Test
    void shouldExplainEverythingWithTheFlexLock() {
        check(Flex.class);
    }

    @Test
    void shouldExplainEverythingWhereGroupsEnd() {
        check(Group.class);
    }

    @Test
    void shouldCatchAnIdThatEntersLate() {
        shouldCatch(EntersLate.class, call(EntersLate.class, "begin", 0));
    }

    @Test
    void shouldCatchALookWithoutTheLock() {
        shouldCatch(LooksWithoutLock.class, call(LooksWithoutLock.class, "snapshot"));
    }

    @Test
    void shouldCatchALeaderThatLosesAMember() {
        shouldCatch(LosesAMember.class, call(LosesAMember.class, "begin", 0), call(LosesAMember.class, "end", 0));
    }

    @Test
    void shouldCatchALeaderThatAnswersBeforeItEnds() {
        Class<?> weak = AnswersEarly.class;
        List<Actor> leader = List.of(call(weak, "end", 0));
        List<Actor> member = List.of(call(weak, "end", 1), call(weak, "snapshot"));
        shouldCatch(weak, List.of(call(weak, "begin", 0), call(weak, "begin", 1)), List.of(leader, member));
    }
}
