package dev.clog.lock;

import static dev.clog.lock.LockMode.EXCLUSIVE;
import static dev.clog.lock.LockMode.SHARED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("LCK-9: fairness, and no starvation without it")
class LwLockFairnessTest {

    @Test
    void shouldServeInOrderWhenFair() {
        LwLock lock = LockTranche.named("fair").withFairness(true).newLock(1);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<Integer> expected = new ArrayList<>();
        lock.acquire(EXCLUSIVE);
        try (Crew crew = new Crew()) {
            for (int i = 0; i < 20; i++) {
                int number = i;
                expected.add(i);
                crew.start(() -> {
                    lock.acquire(EXCLUSIVE);
                    order.add(number);
                    lock.release();
                });
                Crew.await("it queues", () -> lock.queueLength() == number + 1);
            }
            assertFalse(lock.tryAcquire(SHARED));
            lock.release();
        }
        assertEquals(expected, order);
    }

    @Test
    void shouldNotLetAReaderPassAQueuedWriterWhenFair() {
        LwLock lock = LockTranche.named("fair").withFairness(true).newLock(1);
        lock.acquire(SHARED);
        try (Crew crew = new Crew()) {
            crew.start(() -> {
                lock.acquire(EXCLUSIVE);
                lock.release();
            });
            Crew.await("it queues", () -> lock.queueLength() == 1);
            crew.start(() -> assertFalse(lock.tryAcquire(SHARED)));
            crew.start(() -> {
                lock.acquire(SHARED);
                lock.release();
            });
            Crew.await("the reader queues too", () -> lock.queueLength() == 2);
            lock.release();
        }
    }

    /** Readers overlap, so that the lock is never free by chance: only keeping newcomers out lets the writer in. */
    @Test
    @Timeout(60)
    void shouldLetAWriterInAmongReadersThatNeverLeaveTheLockFree() {
        LwLock lock = LockTranche.named("barging").newLock(1);
        AtomicBoolean stop = new AtomicBoolean();
        try (Crew crew = new Crew()) {
            for (int i = 0; i < 6; i++) {
                long pauseNs = TimeUnit.MILLISECONDS.toNanos(3 + i);
                crew.start(() -> {
                    while (!stop.get()) {
                        lock.acquire(SHARED);
                        LockSupport.parkNanos(pauseNs);
                        lock.release();
                    }
                });
            }
            Crew.await("readers", () -> (lock.state() & LwState.SHARED_HOLDERS) == 6);
            for (int i = 0; i < 3; i++) {
                lock.acquire(EXCLUSIVE);
                lock.release();
            }
            stop.set(true);
        }
        assertEquals(0, lock.state() & LwState.STARVING);
    }

    @Test
    void shouldPassTheTurnOnWhenAStarvingThreadGivesUp() throws InterruptedException {
        LwLock lock = LockTranche.named("barging").newLock(1);
        lock.acquire(SHARED);
        try (Crew crew = new Crew()) {
            crew.start(() -> assertFalse(lock.tryAcquire(EXCLUSIVE, 2 * LwLock.STARVATION_NS)));
            Crew.await("it starves", () -> (lock.state() & LwState.STARVING) != 0);
            crew.start(() -> {
                lock.acquire(SHARED); // kept out by the starving one, let in once it has given up
                lock.release();
            });
        }
        assertEquals(0, lock.state() & LwState.STARVING);
        lock.release();
        assertTrue(lock.tryAcquire(EXCLUSIVE, 0));
        lock.release();
    }
}
