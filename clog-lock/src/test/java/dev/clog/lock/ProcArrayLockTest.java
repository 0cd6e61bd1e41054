package dev.clog.lock;

import static dev.clog.lock.LockMode.EXCLUSIVE;
import static dev.clog.lock.LockMode.SHARED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("LCK-8: FlexLock with the type of the ProcArray")
class ProcArrayLockTest {
    private final ProcArrayLock lock = new ProcArrayLock("ProcArray");
    /** Guarded by the lock, for readers too. */
    private long ended;

    private long mirrored;

    @AfterEach
    void releaseAll() {
        HeldLocks.releaseAll();
    }

    @Test
    void shouldEndOnTheSpotWhenTheLockIsFree() {
        AtomicReference<Thread> ran = new AtomicReference<>();
        lock.endTransaction(() -> {
            ran.set(Thread.currentThread());
            assertEquals(0, HeldLocks.count(), "it is not acquired");
        });
        assertEquals(Thread.currentThread(), ran.get());
        assertEquals(
                "lwlock ProcArray: shacq 0 exacq 1 blk 0 spindelay 0 dequeue self 0 condacq 0 orwait 0",
                lock.statistics().line());
    }

    @Test
    void shouldHaveTheLastReleaserEndAllThatWait() {
        int endings = FlexWalk.MOST_WORK * 2 + 5; // more than fits under one hold of the spinlock
        List<Thread> ran = new ArrayList<>();
        lock.acquire(SHARED);
        try (Crew crew = new Crew()) {
            crew.start(() -> {
                lock.acquire(SHARED);
                lock.release();
                assertEquals(List.of(), ran, "one reader is left");
            });
            for (int i = 0; i < endings; i++) {
                crew.start(() -> lock.endTransaction(() -> ran.add(Thread.currentThread())));
            }
            Crew.await("all wait", () -> lock.statistics().blocks() == endings);
            lock.release();
        }
        assertEquals(endings, ran.size());
        assertTrue(ran.stream().allMatch(thread -> thread == Thread.currentThread()));
    }

    @Test
    void shouldGiveAnExceptionToItsOwnerAlone() {
        lock.acquire(EXCLUSIVE);
        List<Integer> done = new ArrayList<>();
        try (Crew crew = new Crew()) {
            for (int i = 0; i < 3; i++) {
                int number = i;
                crew.start(() -> {
                    if (number == 1) {
                        assertEquals(
                                "broken",
                                assertThrows(IllegalStateException.class, () -> lock.endTransaction(this::fail))
                                        .getMessage());
                    } else {
                        lock.endTransaction(() -> done.add(number));
                    }
                });
                Crew.await("it waits", () -> lock.statistics().blocks() == number + 1);
            }
            lock.release();
        }
        assertEquals(List.of(0, 2), done);
        assertThrows(IllegalStateException.class, () -> lock.endTransaction(this::fail));
        assertTrue(lock.tryAcquire(EXCLUSIVE), "neither it nor the spinlock is left held");
    }

    private void fail() {
        throw new IllegalStateException("broken");
    }

    @Test
    void shouldWakeWaitersAfterTheEndings() {
        lock.acquire(EXCLUSIVE);
        List<String> order = new ArrayList<>();
        try (Crew crew = new Crew()) {
            crew.start(() -> {
                lock.acquire(EXCLUSIVE);
                order.add("exclusive");
                lock.release();
            });
            Crew.await("it waits", () -> lock.statistics().blocks() == 1);
            crew.start(() -> lock.endTransaction(() -> order.add("ending")));
            Crew.await("it waits", () -> lock.statistics().blocks() == 2);
            lock.release();
        }
        assertEquals(List.of("ending", "exclusive"), order);
    }

    @Test
    void shouldRefuseToWaitForItself() {
        lock.acquire(SHARED);
        assertThrows(IllegalStateException.class, () -> lock.endTransaction(() -> {}));
        assertThrows(IllegalStateException.class, () -> lock.acquire(EXCLUSIVE));
        assertFalse(lock.tryAcquire(EXCLUSIVE));
        assertEquals(
                List.of("ProcArray SHARED"),
                HeldLocks.list().stream()
                        .map(held -> held.lock().name() + " " + held.mode())
                        .toList());
        lock.release();
        assertTrue(assertThrows(IllegalMonitorStateException.class, lock::release)
                .getMessage()
                .startsWith("lock ProcArray is not held"));
    }

    @ParameterizedTest
    @MethodSource("dev.clog.lock.Crew#factories")
    void shouldLoseNoEndingAmongReadersAndWriters(ThreadFactory factory) {
        int threads = 24;
        int rounds = 3_000 * Crew.EFFORT;
        try (Crew crew = new Crew(factory)) {
            for (int i = 0; i < threads; i++) {
                int kind = i % 3;
                crew.start(() -> {
                    for (int round = 0; round < rounds; round++) {
                        work(kind);
                    }
                });
            }
        }
        assertEquals((long) threads / 3 * 2 * rounds, ended);
        assertEquals(ended, mirrored);
    }

    private void work(int kind) {
        if (kind == 0) {
            lock.endTransaction(this::countOne);
            return;
        }
        lock.acquire(kind == 1 ? SHARED : EXCLUSIVE);
        if (kind == 1) {
            assertEquals(ended, mirrored);
        } else {
            countOne();
        }
        lock.release();
    }

    private void countOne() {
        ended++;
        mirrored++;
    }
}
