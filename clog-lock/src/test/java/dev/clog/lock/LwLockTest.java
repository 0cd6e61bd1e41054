package dev.clog.lock;

import static dev.clog.lock.LockMode.EXCLUSIVE;
import static dev.clog.lock.LockMode.SHARED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("LCK-2 to LCK-7, LCK-9: what one or two threads see of an LwLock")
class LwLockTest {
    private final LwLock lock = LockTranche.named("main").newLock(11);

    @AfterEach
    void releaseAll() {
        HeldLocks.releaseAll();
    }

    @Test
    @DisplayName("LCK-2")
    void shouldLetReadersInTogetherAndWritersAlone() {
        lock.acquire(SHARED);
        assertTrue(inAnotherThread(() -> lock.tryAcquire(SHARED)));
        assertFalse(inAnotherThread(() -> lock.tryAcquire(EXCLUSIVE)));
        lock.release();
        lock.acquire(EXCLUSIVE);
        assertFalse(inAnotherThread(() -> lock.tryAcquire(SHARED)));
        assertFalse(inAnotherThread(() -> lock.tryAcquire(EXCLUSIVE)));
        lock.release();
        assertTrue(lock.tryAcquire(EXCLUSIVE));
    }

    @Test
    @DisplayName("LCK-5: a failed attempt leaves no trace")
    void shouldChangeNothingWhenATryFails() {
        lock.acquire(EXCLUSIVE);
        long before = lock.state();
        LockStatistics counted = lock.statistics();
        assertFalse(inAnotherThread(() -> lock.tryAcquire(SHARED)));
        assertFalse(inAnotherThread(() -> lock.tryAcquire(EXCLUSIVE)));
        assertEquals(before, lock.state());
        assertEquals(counted, lock.statistics());
    }

    @Test
    @DisplayName("GRP-1: who has another way does not wait for a slow holder, and leaves no trace")
    void shouldNotWaitForASlowHolder() {
        assertTrue(lock.acquireUnlessSlow(EXCLUSIVE));
        long before = lock.state();
        assertFalse(inAnotherThread(() -> lock.acquireUnlessSlow(SHARED)));
        assertFalse(inAnotherThread(() -> lock.acquireUnlessSlow(EXCLUSIVE)));
        assertEquals(before, lock.state());
        assertThrows(IllegalStateException.class, () -> lock.acquireUnlessSlow(SHARED));
        lock.release();
        assertTrue(lock.acquireUnlessSlow(SHARED));
        assertTrue(inAnotherThread(() -> lock.acquireUnlessSlow(SHARED)));
        assertFalse(inAnotherThread(() -> lock.acquireUnlessSlow(EXCLUSIVE)));
    }

    @Test
    @DisplayName("GRP-1: a lock that others pass through quickly is waited for, though it is held at every look")
    void shouldWaitForALockThatIsPassedOnQuickly() throws InterruptedException {
        AtomicBoolean gotIt = new AtomicBoolean();
        lock.acquire(EXCLUSIVE);
        Thread waiter = new Thread(() -> {
            // More than once, as whoever passes may be stopped for a moment.
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (!gotIt.get() && System.nanoTime() < end) {
                gotIt.set(lock.acquireUnlessSlow(EXCLUSIVE));
            }
            HeldLocks.releaseAll();
        });
        waiter.start();
        while (lock.queueLength() == 0 && waiter.isAlive()) {
            // What many passages leave behind in the state word, while the lock is held.
            lock.changeState(0, LwState.COUNTS_HIGH);
            lock.subtractFromState(-100 * LwState.EXCLUSIVE_COUNT_ONE);
        }
        lock.release();
        waiter.join();
        assertTrue(gotIt.get());
    }

    @Test
    @DisplayName("LCK-6")
    void shouldNameTheLockWhenItIsReleasedUnheld() {
        String message =
                assertThrows(IllegalMonitorStateException.class, lock::release).getMessage();
        assertTrue(message.startsWith("lock main 11 is not held by thread "), message);
        lock.acquire(EXCLUSIVE);
        inAnotherThread(() -> {
            assertThrows(IllegalMonitorStateException.class, lock::release);
            return true;
        });
        assertTrue(lock.isHeldByCurrentThread(EXCLUSIVE));
    }

    @Test
    @DisplayName("LCK-6")
    void shouldRefuseToWaitForItself() {
        lock.acquire(EXCLUSIVE);
        assertThrows(IllegalStateException.class, () -> lock.acquire(SHARED));
        assertThrows(IllegalStateException.class, () -> lock.acquire(EXCLUSIVE));
        assertThrows(IllegalStateException.class, () -> lock.acquireOrWait(EXCLUSIVE));
        assertThrows(IllegalStateException.class, () -> lock.waitForValue(new AtomicLong(), 0));
        assertFalse(lock.tryAcquire(EXCLUSIVE));
        assertEquals(1, HeldLocks.count());
    }

    @Test
    @DisplayName("LCK-6")
    void shouldListAndReleaseAllThatAThreadHolds() {
        LwLock other = LockTranche.named("buffer").newLock(3);
        lock.acquire(EXCLUSIVE);
        other.acquire(SHARED);
        assertEquals(List.of(new HeldLock(lock, "EXCLUSIVE"), new HeldLock(other, "SHARED")), HeldLocks.list());
        assertTrue(lock.isHeldByCurrentThread(EXCLUSIVE));
        assertFalse(lock.isHeldByCurrentThread(SHARED));
        assertTrue(other.isHeldByCurrentThread(SHARED));
        assertEquals(2, HeldLocks.releaseAll());
        assertEquals(List.of(), HeldLocks.list());
        assertFalse(lock.isHeldByCurrentThread());
        assertTrue(inAnotherThread(() -> lock.tryAcquire(EXCLUSIVE)));
    }

    @Test
    @DisplayName("LCK-6: at most 200")
    void shouldRefuseOneLockTooMany() {
        LockTranche tranche = LockTranche.named("many");
        List<LwLock> locks = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            locks.add(tranche.newLock(i));
            locks.get(i).acquire(i % 2 == 0 ? SHARED : EXCLUSIVE);
        }
        String message = assertThrows(IllegalStateException.class, () -> lock.acquire(EXCLUSIVE))
                .getMessage();
        assertTrue(message.endsWith("holds too many locks: held=200"), message);
        assertEquals(200, HeldLocks.count());
        assertTrue(inAnotherThread(() -> lock.tryAcquire(EXCLUSIVE)), "the refused lock is free");
        for (LwLock held : locks) { // oldest first: the slow way out of the list
            held.release();
        }
        assertEquals(0, HeldLocks.count());
        lock.acquire(EXCLUSIVE);
    }

    @Test
    @DisplayName("LCK-5")
    void shouldReturnWithoutTheLockWhenItHadToWait() {
        lock.acquire(EXCLUSIVE);
        try (Crew crew = new Crew()) {
            crew.start(() -> {
                assertFalse(lock.acquireOrWait(EXCLUSIVE));
                assertEquals(0, HeldLocks.count());
                assertTrue(lock.acquireOrWait(EXCLUSIVE));
                lock.release();
            });
            Crew.await("a waiter", () -> lock.queueLength() == 1);
            lock.release();
        }
        assertEquals(1, lock.statistics().orWaitSuccesses());
    }

    @Test
    @DisplayName("LCK-5")
    void shouldSeeAValueChangeOrAFreeLock() {
        AtomicLong value = new AtomicLong(1);
        assertTrue(lock.waitForValue(value, 1), "free");
        assertThrows(IllegalMonitorStateException.class, () -> lock.updateValue(value, 2));
        assertEquals(1, value.get());
        lock.acquire(EXCLUSIVE);
        try (Crew crew = new Crew()) {
            crew.start(() -> {
                assertFalse(lock.waitForValue(value, 0), "another value at once");
                assertFalse(lock.waitForValue(value, 1), "changed while it waited");
                assertTrue(lock.waitForValue(value, 2), "released while it waited");
            });
            Crew.await("a waiter", () -> lock.queueLength() == 1);
            lock.updateValue(value, 2);
            Crew.await("a waiter again", () -> lock.queueLength() == 1);
            lock.release();
        }
    }

    @Test
    @DisplayName("LCK-9: timed")
    void shouldGiveUpAtTheTimeout() throws InterruptedException {
        lock.acquire(SHARED);
        try (Crew crew = new Crew()) {
            crew.start(() -> {
                long start = System.nanoTime();
                assertFalse(lock.tryAcquire(EXCLUSIVE, TimeUnit.MILLISECONDS.toNanos(20)));
                assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(20));
                assertFalse(lock.tryAcquire(EXCLUSIVE, 0));
                assertTrue(lock.tryAcquire(SHARED, 0));
                lock.release();
            });
        }
        assertEquals(0, lock.queueLength());
        lock.release();
        assertTrue(LwState.isFree(lock.state()));
        assertTrue(lock.tryAcquire(EXCLUSIVE, 1));
    }

    @Test
    @DisplayName("LCK-9, FLT-4: interruptible")
    void shouldThrowOrKeepAnInterrupt() {
        lock.acquire(EXCLUSIVE);
        AtomicBoolean kept = new AtomicBoolean();
        try (Crew crew = new Crew()) {
            Thread interruptible =
                    crew.start(() -> assertThrows(InterruptedException.class, () -> lock.acquireInterruptibly(SHARED)));
            Thread other = crew.start(() -> {
                lock.acquire(SHARED);
                kept.set(Thread.interrupted());
                lock.release();
            });
            Crew.await("two waiters", () -> lock.queueLength() == 2);
            interruptible.interrupt();
            other.interrupt();
            Crew.await("one has left", () -> lock.queueLength() == 1 && !interruptible.isAlive());
            lock.release();
        }
        assertTrue(kept.get());
        assertTrue(LwState.isFree(lock.state()));
    }

    @Test
    @DisplayName("The holder's thread has ended")
    void shouldReportAnAbandonedLock() throws InterruptedException {
        Thread careless = new Thread(() -> lock.acquire(EXCLUSIVE), "careless");
        careless.start();
        careless.join();
        String message = assertThrows(AbandonedLockException.class, () -> lock.acquire(SHARED))
                .getMessage();
        assertEquals("lock main 11 was left held: its holder, thread careless, has ended", message);
        assertEquals(0, lock.queueLength());
        assertThrows(AbandonedLockException.class, () -> lock.acquireOrWait(EXCLUSIVE));
    }

    @Test
    @DisplayName("LCK-7")
    void shouldCountAndPrintAsTheSeedsDo() {
        for (int i = 0; i < 10_000; i++) { // more than the state word has room for
            lock.acquire(SHARED);
            lock.release();
            assertTrue(lock.tryAcquire(SHARED));
            lock.release();
        }
        for (int i = 0; i < 5_000; i++) {
            lock.acquire(EXCLUSIVE);
            lock.release();
        }
        for (int i = 0; i < 3; i++) {
            assertTrue(lock.tryAcquire(EXCLUSIVE));
            lock.release();
        }
        lock.acquireOrWait(SHARED);
        lock.release();
        lock.acquireOrWait(EXCLUSIVE);
        lock.release();
        assertEquals(
                "lwlock main 11: shacq 10000 exacq 5000 blk 0 spindelay 0 dequeue self 0 condacq 10003 orwait 2",
                lock.statistics().line());
    }

    @Test
    @DisplayName("LCK-7")
    void shouldCountWaitsOnlyWhenAcquisitionsAreNotCounted() {
        LwLock uncounted = LockTranche.named("main").withStatistics(false).newLock(1);
        uncounted.acquire(SHARED);
        uncounted.release();
        assertTrue(uncounted.tryAcquire(EXCLUSIVE));
        try (Crew crew = new Crew()) {
            crew.start(() -> {
                uncounted.acquire(EXCLUSIVE);
                uncounted.release();
            });
            Crew.await("a sleeper", () -> uncounted.slept() == 1);
            uncounted.release();
        }
        assertEquals(
                "lwlock main 1: shacq 0 exacq 0 blk 1 spindelay 0 dequeue self 0 condacq 0 orwait 0",
                uncounted.statistics().line());
    }

    private static boolean inAnotherThread(java.util.concurrent.Callable<Boolean> work) {
        AtomicBoolean result = new AtomicBoolean();
        try (Crew crew = new Crew()) {
            crew.start(() -> {
                result.set(work.call());
                HeldLocks.releaseAll();
            });
        }
        return result.get();
    }
}
