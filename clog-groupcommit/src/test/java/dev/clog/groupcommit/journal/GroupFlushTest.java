package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.clog.groupcommit.journal.Committers.Committer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** GRP-8, GRP-9 on a device that the test holds in its hand: who shares a force, and who is woken. */
class GroupFlushTest {
    private static final int EFFORT = Integer.getInteger("clog.effort", 1);
    private static final long SEED = Long.getLong("clog.seed", System.nanoTime());

    private final CountedDevice device = new CountedDevice();
    private final GroupFlush flush = new GroupFlush(device, 0, CommitDelay.NONE);

    private List<Committer> crowd(Committers committers, int size) throws InterruptedException {
        return committers.crowd(size, flush, device);
    }

    @Test
    @DisplayName("GRP-8, GRP-9: whoever came while a force was under way shares the next one: 2 forces for 64 commits")
    void shouldForceOnceForAllThatCameMeanwhile() throws InterruptedException {
        try (Committers committers = new Committers()) {
            crowd(committers, 64);
            assertEquals(1, device.begun.get());
            device.permits.release(2);
            committers.join();
        }
        assertEquals(2, device.begun.get());
        FlushStatistics statistics = flush.statistics();
        assertEquals(64, statistics.flushes());
        assertEquals(2, statistics.forces());
        assertEquals(63, statistics.batchSizes().max());
        assertEquals(2, statistics.batchSizes().count());
        assertTrue(statistics.waits() >= 63, statistics::toString);
        assertEquals(64, flush.flushedLsn());
    }

    @Test
    @DisplayName("GRP-9: who appended after a force began is not answered by it")
    void shouldNotAnswerByAForceThatDidNotCover() throws InterruptedException {
        try (Committers committers = new Committers()) {
            List<Committer> crowd = crowd(committers, 3);
            device.permits.release(1);
            Committers.await("the second force begins", () -> device.begun.get() == 2);
            crowd.get(0).join();
            assertTrue(crowd.get(1).thread.isAlive());
            assertTrue(crowd.get(2).thread.isAlive());
            assertEquals(1, flush.flushedLsn());
            device.permits.release(1);
            committers.join();
        }
    }

    /** Lists in which one comes between the leader's look at the newcomers and its giving up to lead. */
    private static class LateWaiters extends FlushWaiters {
        private final AtomicReference<Runnable> late = new AtomicReference<>();

        @Override
        FlushWaiter removeUpTo(long lsn) {
            FlushWaiter covered = super.removeUpTo(lsn);
            Runnable coming = late.getAndSet(null);
            if (coming != null) {
                coming.run();
            }
            return covered;
        }
    }

    @Test
    @DisplayName("who comes while a leader gives up leading is not forgotten")
    void shouldNotForgetWhoComesLate() throws InterruptedException {
        assertFalse(isForgotten(new LateWaiters()));
    }

    @Test
    @DisplayName("he is, if the leader does not look again: the test of the test")
    void shouldSeeALeaderThatDoesNotLookAgain() throws InterruptedException {
        assertTrue(isForgotten(new LateWaiters() {
            @Override
            FlushWaiter newcomer() {
                return null;
            }
        }));
    }

    private static boolean isForgotten(LateWaiters waiters) throws InterruptedException {
        CountedDevice free = CountedDevice.free();
        GroupFlush late = new GroupFlush(free, 0, CommitDelay.NONE, waiters, new FlushCounts());
        Callable<Void> commit = () -> {
            late.flush(free.append());
            return null;
        };
        try (Committers committers = new Committers()) {
            AtomicReference<Committer> second = new AtomicReference<>();
            waiters.late.set(() -> {
                second.set(committers.start(commit));
                while (!second.get().isAsleep()) {
                    LockSupport.parkNanos(100_000);
                }
            });
            Committer first = committers.start(commit);
            first.join();
            second.get().thread.join(200);
            boolean forgotten = second.get().thread.isAlive();
            committers.start(commit); // the next leader finds him
            committers.join();
            return forgotten;
        }
    }

    @Test
    @DisplayName("GRP-9: a device that claims what came meanwhile is seen through: the test of the test")
    void shouldSeeAForceThatClaimsTooMuch() throws InterruptedException {
        CountedDevice boaster = new CountedDevice() {
            @Override
            public long force() throws IOException {
                super.force();
                return appendedLsn();
            }
        };
        GroupFlush believing = new GroupFlush(boaster, 0, CommitDelay.NONE);
        AtomicInteger tooEarly = new AtomicInteger();
        try (Committers committers = new Committers()) {
            for (int i = 0; i < 8; i++) {
                committers.start(() -> {
                    long lsn = boaster.append();
                    believing.flush(lsn);
                    return lsn > boaster.durable.get() ? tooEarly.incrementAndGet() : 0;
                });
                Committers.await("the force begins", () -> boaster.begun.get() == 1);
            }
            Committers.await("all have appended", () -> boaster.appendedLsn() == 8);
            boaster.permits.release(100);
            committers.join();
        }
        assertTrue(tooEarly.get() > 0);
    }

    @Test
    @DisplayName("FLT-4: an interrupt ends no wait, loses no wake, and stays in the flag")
    void shouldKeepInterrupts() throws InterruptedException {
        try (Committers committers = new Committers()) {
            List<Committer> crowd = crowd(committers, 10);
            for (Committer committer : crowd.subList(1, 10)) {
                committer.thread.interrupt();
            }
            Thread.sleep(20);
            for (Committer committer : crowd.subList(1, 10)) {
                assertTrue(committer.thread.isAlive());
            }
            device.permits.release(2);
            committers.join();
            for (Committer committer : crowd.subList(1, 10)) {
                assertTrue(committer.interrupted);
            }
        }
    }

    @Test
    @DisplayName("a thousand virtual threads wait as others do, where the JDK has them")
    void shouldServeVirtualThreads() throws Exception {
        CountedDevice free = CountedDevice.free();
        GroupFlush many = new GroupFlush(free, 0, CommitDelay.NONE);
        ExecutorService threads;
        try {
            threads = (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException e) {
            assumeTrue(false, "no virtual threads");
            return;
        }
        List<Future<?>> commits = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            commits.add(threads.submit(() -> {
                many.flush(free.append());
                return null;
            }));
        }
        for (Future<?> commit : commits) {
            commit.get(60, TimeUnit.SECONDS);
        }
        threads.shutdown();
        assertEquals(1_000, many.flushedLsn());
    }

    @Test
    @DisplayName("GRP-9 at random: nobody is answered too early, nobody is forgotten, and forces are shared")
    void shouldHoldAtRandom() throws InterruptedException {
        for (int round = 0; round < 4 * EFFORT; round++) {
            long seed = SEED + round;
            CountedDevice slow = new CountedDevice() {
                private final SplittableRandom random = new SplittableRandom(seed);

                @Override
                public long force() throws IOException {
                    if (random.nextBoolean()) {
                        LockSupport.parkNanos(random.nextInt(200_000));
                    }
                    return super.force();
                }
            };
            slow.permits.release(Integer.MAX_VALUE / 2);
            GroupFlush many = new GroupFlush(slow, 0, round % 2 == 0 ? CommitDelay.NONE : new CommitDelay(50, 3));
            int each = 500;
            try (Committers committers = new Committers()) {
                for (int t = 0; t < 24; t++) {
                    int thread = t;
                    committers.start(() -> {
                        SplittableRandom random = new SplittableRandom(seed ^ thread);
                        for (int i = 0; i < each; i++) {
                            long lsn = slow.append();
                            if (random.nextInt(4) == 0) {
                                LockSupport.parkNanos(1);
                            }
                            many.flush(lsn);
                            assertTrue(lsn <= slow.durable.get(), "seed=" + seed + " lsn=" + lsn);
                        }
                        return null;
                    });
                }
                committers.join();
            }
            FlushStatistics statistics = many.statistics();
            assertEquals(24L * each, statistics.flushes());
            assertTrue(statistics.forces() < 24 * each / 2, () -> "seed=" + seed + " " + statistics);
        }
    }
}
