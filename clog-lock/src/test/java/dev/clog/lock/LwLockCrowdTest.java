package dev.clog.lock;

import static dev.clog.lock.LockMode.EXCLUSIVE;
import static dev.clog.lock.LockMode.SHARED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads, every way in, in random order: nobody is let in beside a writer, and nobody waits for ever. */
@DisplayName("LCK-2 to LCK-5, LCK-9: a crowd at one LwLock")
class LwLockCrowdTest {
    private static final long SEED = Long.getLong("clog.seed", 20110901L);

    private final AtomicLong value = new AtomicLong();
    /** Both guarded by the lock. */
    private long first;

    private long second;

    record Setting(LockTranche tranche, ThreadFactory factory, int threads) {
        @Override
        public String toString() {
            return tranche + ", " + threads + " threads like " + factory.newThread(() -> {});
        }
    }

    static List<Setting> settings() {
        LockTranche plain = LockTranche.named("crowd");
        List<Setting> settings = new ArrayList<>();
        for (ThreadFactory factory : Crew.factories()) {
            for (LockTranche tranche :
                    List.of(plain, plain.withFairness(true), plain.withReadBias(true), plain.withStatistics(false))) {
                settings.add(new Setting(tranche, factory, 6));
            }
            settings.add(new Setting(plain, factory, 128));
            settings.add(new Setting(plain.withReadBias(true), factory, 128));
        }
        return settings;
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldExcludeAndNotHang(Setting setting) {
        System.out.println(getClass().getSimpleName() + " -Dclog.seed=" + SEED + " " + setting);
        LwLock lock = setting.tranche().newLock(1);
        int rounds = (setting.tranche().fair() ? 20_000 : 200_000) * Crew.EFFORT / setting.threads();
        try (Crew crew = new Crew(setting.factory())) {
            for (int i = 0; i < setting.threads(); i++) {
                Random random = new Random(SEED + i);
                crew.start(() -> {
                    Thread self = Thread.currentThread();
                    for (int round = 0; round < rounds; round++) {
                        if (random.nextInt(16) == 0) {
                            self.interrupt();
                        }
                        act(lock, random);
                        assertEquals(0, HeldLocks.count());
                    }
                });
            }
        }
        assertEquals(first, second);
        assertTrue(first > 0);
        assertTrue(LwState.isFree(lock.state()), lock.toString());
        assertEquals(0, lock.queueLength());
        assertEquals(0, lock.state() & (LwState.STARVING | LwState.HAS_WAITERS), lock.toString());
    }

    private void act(LwLock lock, Random random) {
        switch (random.nextInt(9)) {
            case 8 -> {
                if (lock.acquireUnlessSlow(EXCLUSIVE)) {
                    write(lock);
                }
            }
            case 0 -> {
                lock.acquire(EXCLUSIVE);
                write(lock);
            }
            case 1 -> {
                if (lock.tryAcquire(EXCLUSIVE)) {
                    write(lock);
                }
            }
            case 2 -> {
                if (lock.acquireOrWait(EXCLUSIVE)) {
                    write(lock);
                }
            }
            case 3 -> lock.waitForValue(value, value.get());
            case 4 -> {
                try {
                    if (lock.tryAcquire(EXCLUSIVE, random.nextInt(20_000))) {
                        write(lock);
                    }
                } catch (InterruptedException e) {
                    // leaves without the lock
                }
            }
            case 5 -> {
                try {
                    lock.acquireInterruptibly(SHARED);
                    read(lock);
                } catch (InterruptedException e) {
                    // leaves without the lock
                }
            }
            default -> {
                lock.acquire(SHARED);
                read(lock);
            }
        }
    }

    private void write(LwLock lock) {
        first++;
        lock.updateValue(value, first);
        second++;
        lock.release();
    }

    private void read(LwLock lock) {
        assertEquals(first, second);
        lock.release();
    }
}
