package dev.clog.lock;

import static dev.clog.lock.LockMode.EXCLUSIVE;
import static dev.clog.lock.LockMode.SHARED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("LCK-9: reads biased so that readers share no line")
class ReadBiasTest {
    private final LwLock lock = LockTranche.named("biased").withReadBias(true).newLock(1);

    @AfterEach
    void releaseAll() {
        HeldLocks.releaseAll();
    }

    private boolean isBiased() {
        return (lock.state() & LwState.READ_BIASED) != 0;
    }

    @Test
    void shouldNotTouchTheStateWordWhileNoWriterComes() {
        long before = lock.state();
        lock.acquire(SHARED);
        assertEquals(before, lock.state());
        assertTrue(lock.isHeldByCurrentThread(SHARED));
        lock.release();
        assertTrue(lock.tryAcquire(SHARED));
        assertEquals(before, lock.state());
        lock.release();
        assertEquals(1, lock.statistics().sharedAcquires());
        assertEquals(1, lock.statistics().trySuccesses());
    }

    @Test
    void shouldMakeAWriterWaitForBiasedReaders() {
        CountDownLatch leave = new CountDownLatch(1);
        CountDownLatch inside = new CountDownLatch(1);
        boolean[] left = new boolean[1];
        try (Crew crew = new Crew()) {
            crew.start(() -> {
                lock.acquire(SHARED);
                inside.countDown();
                leave.await();
                left[0] = true;
                lock.release();
            });
            crew.start(() -> {
                inside.await();
                long before = lock.state();
                assertFalse(lock.tryAcquire(EXCLUSIVE));
                assertEquals(before, lock.state(), "a failed attempt leaves no trace");
                assertFalse(lock.tryAcquire(EXCLUSIVE, TimeUnit.MILLISECONDS.toNanos(10)));
                assertTrue(isBiased(), "nor does a wait in vain");
                crew.start(leave::countDown);
                lock.acquire(EXCLUSIVE);
                assertTrue(left[0]);
                assertFalse(isBiased());
                lock.release();
            });
        }
        assertTrue(LwState.isFree(lock.state()));
    }

    @Test
    void shouldBecomeBiasedAgainSomeTimeAfterTheLastWriter() {
        lock.acquire(EXCLUSIVE);
        lock.release();
        assertFalse(isBiased());
        Crew.await("bias", () -> {
            lock.acquire(SHARED);
            lock.release();
            return isBiased();
        });
    }

    @Test
    void shouldRefuseAWriterThatReadsAlready() {
        lock.acquire(SHARED);
        assertThrows(IllegalStateException.class, () -> lock.acquire(EXCLUSIVE));
        assertFalse(lock.tryAcquire(EXCLUSIVE));
        assertTrue(isBiased());
    }

    @Test
    void shouldReleaseBiasedHoldsInAnyOrder() {
        LwLock other = LockTranche.named("other").newLock(1);
        lock.acquire(SHARED);
        other.acquire(EXCLUSIVE);
        lock.release();
        assertEquals(1, HeldLocks.count());
        assertTrue(lock.tryAcquire(EXCLUSIVE));
    }

    @Test
    @DisplayName("LCK-6: a biased reader that would wait for itself is refused")
    void shouldRefuseAReaderThatWouldWaitForItself() {
        lock.acquire(SHARED);
        assertTrue(isBiased());
        assertThrows(IllegalStateException.class, () -> lock.acquireOrWait(EXCLUSIVE));
        lock.release();
        assertTrue(lock.acquireOrWait(EXCLUSIVE));
        lock.release();
    }

    @Test
    @DisplayName("a writer that waits for a reader is alive, whoever had the lock before")
    void shouldNotTakeAWaitingWriterForTheOneBefore() throws InterruptedException {
        Thread before = new Thread(() -> {
            lock.acquire(EXCLUSIVE);
            lock.release();
        });
        before.start();
        before.join();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        try (Crew crew = new Crew()) {
            crew.start(() -> {
                while (!isBiased()) {
                    lock.acquire(SHARED);
                    lock.release();
                }
                lock.acquire(SHARED);
                inside.countDown();
                leave.await();
                lock.release();
            });
            inside.await();
            crew.start(() -> {
                lock.acquire(EXCLUSIVE);
                lock.release();
            });
            crew.start(() -> {
                lock.acquire(EXCLUSIVE);
                lock.release();
            });
            Thread.sleep(TimeUnit.NANOSECONDS.toMillis(LwPatience.LOOK_AROUND_NS) + 500);
            leave.countDown();
        }
    }
}
