package dev.clog.lock;

import static dev.clog.lock.LockMode.EXCLUSIVE;
import static dev.clog.lock.LockMode.SHARED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Step by step, with wait nodes in place of threads: one schedule a test, chosen, not found. */
@DisplayName("LCK-3, LCK-4 and the concurrency lessons: whom a release wakes")
class LwLockWakeTest {
    private final LwLock lock = LockTranche.named("wake").newLock(1);

    @AfterEach
    void releaseAll() {
        HeldLocks.releaseAll();
    }

    private LwWaiter queued(LwWaitMode mode) {
        LwWaiter waiter = new LwWaiter(new Thread(() -> {}));
        waiter.mode = mode;
        lock.enqueue(waiter, false, 0);
        return waiter;
    }

    private boolean isWakePending() {
        return (lock.state() & LwState.WAKE_PENDING) != 0;
    }

    @Test
    @DisplayName("Situation 42: [wait until free, exclusive]; both are woken")
    void shouldWakeAnExclusiveWaiterBehindOneThatWaitsUntilFree() {
        lock.acquire(EXCLUSIVE);
        LwWaiter untilFree = queued(LwWaitMode.UNTIL_FREE);
        LwWaiter exclusive = queued(LwWaitMode.EXCLUSIVE);
        lock.release();
        assertTrue(untilFree.isIdle());
        assertTrue(exclusive.isIdle());
        assertTrue(isWakePending());
        assertEquals(0, lock.queueLength());
    }

    @Test
    void shouldWakeOneExclusiveWaiter() {
        lock.acquire(EXCLUSIVE);
        LwWaiter first = queued(LwWaitMode.EXCLUSIVE);
        LwWaiter second = queued(LwWaitMode.EXCLUSIVE);
        LwWaiter reader = queued(LwWaitMode.SHARED);
        lock.release();
        assertTrue(first.isIdle());
        assertFalse(second.isIdle());
        assertFalse(reader.isIdle());
    }

    @Test
    void shouldWakeAllReadersWhenOneIsFirst() {
        lock.acquire(EXCLUSIVE);
        LwWaiter first = queued(LwWaitMode.SHARED);
        LwWaiter exclusive = queued(LwWaitMode.EXCLUSIVE);
        LwWaiter second = queued(LwWaitMode.SHARED);
        lock.release();
        assertTrue(first.isIdle());
        assertFalse(exclusive.isIdle());
        assertTrue(second.isIdle());
        assertEquals(1, lock.queueLength());
    }

    @Test
    void shouldWakeNobodyWhileAReaderIsLeft() {
        lock.acquire(SHARED);
        try (Crew crew = new Crew()) {
            crew.start(() -> {
                lock.acquire(SHARED);
                LwWaiter writer = queued(LwWaitMode.EXCLUSIVE);
                lock.release();
                assertFalse(writer.isIdle());
            });
        }
        assertEquals(1, lock.queueLength());
        lock.release();
        assertEquals(0, lock.queueLength());
    }

    @Test
    @DisplayName("LCK-4: no second wake while one is under way, and no lost one after it")
    void shouldWakeAgainOnlyOnceTheWokenThreadHasActed() {
        lock.acquire(EXCLUSIVE);
        LwWaiter first = queued(LwWaitMode.EXCLUSIVE);
        LwWaiter second = queued(LwWaitMode.EXCLUSIVE);
        lock.release();
        assertTrue(first.isIdle());
        lock.acquire(EXCLUSIVE); // barges in front of the woken one
        lock.release();
        assertFalse(second.isIdle());
        lock.acquire(EXCLUSIVE);
        lock.enqueue(first, true, LwState.WAKE_PENDING); // the woken one lost and queues again
        lock.release();
        assertTrue(first.isIdle(), "in front, where it was");
        assertFalse(second.isIdle());
    }

    @Test
    @DisplayName("A woken thread that gives up passes the wake on")
    void shouldPassAnAbsorbedWakeOn() {
        lock.acquire(EXCLUSIVE);
        LwWaiter first = queued(LwWaitMode.EXCLUSIVE);
        LwWaiter second = queued(LwWaitMode.EXCLUSIVE);
        lock.release();
        lock.leave(first, false); // timed out just as it was woken
        assertTrue(second.isIdle());
        assertTrue(isWakePending());
    }

    @Test
    @DisplayName("The release-ok flag is not lost after an absorbed wake")
    void shouldAllowWakesAgainWhenTheWokenThreadGotTheLockByItself() {
        lock.acquire(EXCLUSIVE);
        LwWaiter first = queued(LwWaitMode.EXCLUSIVE);
        LwWaiter second = queued(LwWaitMode.EXCLUSIVE);
        lock.release();
        lock.acquire(EXCLUSIVE); // as first does at its second look, before it sees the wake
        lock.leave(first, true);
        assertFalse(isWakePending());
        assertFalse(second.isIdle());
        lock.release();
        assertTrue(second.isIdle());
    }

    @Test
    @DisplayName("Situation 42: waiting for a value while a wake is under way; the release wakes it")
    void shouldWakeOneThatWaitsForAValueWhileAWakeIsUnderWay() {
        lock.acquire(EXCLUSIVE);
        queued(LwWaitMode.EXCLUSIVE);
        lock.release();
        lock.acquire(EXCLUSIVE);
        assertTrue(isWakePending());
        AtomicLong value = new AtomicLong();
        boolean[] free = new boolean[1];
        try (Crew crew = new Crew()) {
            crew.start(() -> free[0] = lock.waitForValue(value, 0));
            Crew.await("a waiter", () -> lock.queueLength() == 1);
            lock.release();
        }
        assertTrue(free[0]);
    }

    @Test
    @DisplayName("A wait until free does not count as a wake under way")
    void shouldNotHoldBackOthersForOneThatDoesNotWantTheLock() {
        lock.acquire(EXCLUSIVE);
        LwWaiter untilFree = queued(LwWaitMode.UNTIL_FREE);
        lock.release();
        assertTrue(untilFree.isIdle());
        assertFalse(isWakePending());
    }

    @Test
    @DisplayName("Situation 44: leaving from the middle of a long queue looks at no other node")
    void shouldLeaveALongQueueWithoutWalkingIt() {
        lock.acquire(EXCLUSIVE);
        LwWaiter[] waiters = new LwWaiter[4096];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = queued(LwWaitMode.EXCLUSIVE);
        }
        LwWaiter middle = waiters[2048];
        LwWaiter before = waiters[2047];
        LwWaiter after = waiters[2049];
        waiters[2046].next = null; // a walk from either end would stop here
        waiters[2050].previous = null;
        lock.leave(middle, false);
        assertEquals(after, before.next);
        assertEquals(before, after.previous);
        waiters[2046].next = before;
        waiters[2050].previous = after;
        assertEquals(4095, lock.queueLength());
    }
}
