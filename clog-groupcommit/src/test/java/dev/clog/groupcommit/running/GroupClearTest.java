package dev.clog.groupcommit.running;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.groupcommit.Crew;
import dev.clog.lock.HeldLocks;
import dev.clog.lock.LockMode;
import dev.clog.lock.LockTranche;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("GRP-5, GRP-7, FLT-4: one leader ends a group, and each member has its own outcome")
class GroupClearTest {
    private static final int MEMBERS = 5;
    private static final Set<Thread.State> WAITING = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private final ProcArray set = new ProcArray(ProcArrayConfig.defaults().withReuseSnapshots(false), 1000);
    private final GroupClear clear = (GroupClear) set.lock;

    @BeforeEach
    void begin() {
        for (long xid = 1000; xid < 1000 + MEMBERS; xid++) {
            set.enter(xid);
        }
    }

    /** The first of them leads. */
    private static Thread startAndAwait(Crew crew, Crew.Work work) {
        Thread member = crew.start(work);
        Crew.await("it waits", () -> WAITING.contains(member.getState()));
        return member;
    }

    private EndRequest request(long xid) {
        return new EndRequest(set, set.table.find(xid), null);
    }

    @Test
    void shouldEndAllInOneHold() {
        long before = set.statistics().lock().exclusiveAcquires();
        try (Crew crew = new Crew()) {
            clear.acquireShared();
            for (int i = 0; i < MEMBERS; i++) {
                long xid = 1000L + i;
                startAndAwait(crew, () -> set.end(xid));
            }
            assertEquals(1000, set.oldestRunning(9999), "nobody has ended");
            clear.release();
        }
        RunningStatistics statistics = set.statistics();
        assertEquals(before + 1, statistics.lock().exclusiveAcquires());
        assertEquals(1, statistics.groups());
        assertEquals(MEMBERS, statistics.grouped());
        assertEquals(MEMBERS, statistics.endings());
        assertEquals(1000 + MEMBERS, set.snapshot().xmin());
    }

    @Test
    void shouldGiveAFailureToItsOwnerAlone() {
        for (int failing = 0; failing < MEMBERS; failing++) {
            ProcArrayWithFailure.failOneOf(MEMBERS, failing);
        }
    }

    /** A group of which one request fails: the leader's own too. */
    private static final class ProcArrayWithFailure {
        static void failOneOf(int members, int failing) {
            GroupClearTest test = new GroupClearTest();
            test.begin();
            AtomicInteger failures = new AtomicInteger();
            try (Crew crew = new Crew()) {
                test.clear.acquireShared();
                for (int i = 0; i < members; i++) {
                    long xid = 1000L + i;
                    boolean fails = i == failing;
                    startAndAwait(crew, () -> {
                        if (fails) {
                            EndRequest seatless = new EndRequest(test.set, null, null);
                            assertThrows(NullPointerException.class, () -> test.clear.end(seatless));
                            failures.incrementAndGet();
                        } else {
                            test.clear.end(test.request(xid));
                        }
                    });
                }
                test.clear.release();
            }
            assertEquals(1, failures.get());
            assertEquals(members - 1, test.set.statistics().endings());
            test.set.end(1000L + failing); // the next group works
            assertEquals(1000 + members, test.set.snapshot().xmin());
        }
    }

    @Test
    void shouldLetFollowersGoAloneWhereTheLeaderCannotTakeTheLock() {
        try (Crew crew = new Crew()) {
            clear.acquireShared();
            startAndAwait(crew, () -> {
                for (int i = 0; i < HeldLocks.MAX_HELD; i++) {
                    LockTranche.named("other").newLock(i).acquire(LockMode.SHARED);
                }
                assertThrows(IllegalStateException.class, () -> set.end(1000));
                HeldLocks.releaseAll();
            });
            for (long xid = 1001; xid < 1000 + MEMBERS; xid++) {
                long ending = xid;
                startAndAwait(crew, () -> set.end(ending));
            }
            clear.release();
        }
        assertEquals(MEMBERS - 1, set.statistics().endings());
        assertTrue(set.isRunning(1000), "its own end failed");
        set.end(1000);
    }

    @Test
    void shouldKeepAnInterruptForTheMember() {
        try (Crew crew = new Crew()) {
            clear.acquireShared();
            List<Thread> members = new ArrayList<>();
            for (int i = 0; i < MEMBERS; i++) {
                long xid = 1000L + i;
                members.add(startAndAwait(crew, () -> {
                    set.end(xid);
                    assertTrue(Thread.currentThread().isInterrupted());
                }));
            }
            members.forEach(Thread::interrupt);
            clear.release();
        }
        assertEquals(MEMBERS, set.statistics().endings());
    }
}
