package dev.clog.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("LCK-1: spinlock")
class SpinLockTest {
    private long counter;

    @ParameterizedTest
    @MethodSource("dev.clog.lock.Crew#factories")
    void shouldExcludeWhenThreadsAreManyMoreThanProcessors(ThreadFactory factory) {
        int threads = 128;
        int rounds = 2_000 * Crew.EFFORT;
        SpinLock lock = new SpinLock("test");
        try (Crew crew = new Crew(factory)) {
            for (int i = 0; i < threads; i++) {
                crew.start(() -> {
                    for (int round = 0; round < rounds; round++) {
                        lock.acquire();
                        counter++;
                        lock.release();
                    }
                });
            }
        }
        assertEquals((long) threads * rounds, counter);
    }

    @Test
    void shouldKeepAnInterruptThatCameWhileItSlept() {
        SpinLock lock = new SpinLock("test");
        lock.acquire();
        boolean[] interrupted = new boolean[1];
        try (Crew crew = new Crew()) {
            Thread waiter = crew.start(() -> {
                lock.acquire();
                interrupted[0] = Thread.interrupted();
                lock.release();
            });
            Crew.await("a sleeping waiter", () -> waiter.getState() == Thread.State.TIMED_WAITING);
            waiter.interrupt();
            lock.release();
        }
        assertTrue(interrupted[0]);
    }

    @Test
    void shouldTryOnce() {
        SpinLock lock = new SpinLock("test");
        assertTrue(lock.tryAcquire());
        assertFalse(lock.tryAcquire());
        assertEquals("spinlock test (held)", lock.toString());
        lock.release();
        assertEquals("spinlock test (free)", lock.toString());
        assertTrue(lock.tryAcquire());
    }
}
