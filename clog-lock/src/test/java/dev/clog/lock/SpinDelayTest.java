package dev.clog.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("LCK-1: spins adapt, sleeps grow, a stuck lock is an error")
class SpinDelayTest {
    private final SpinBudget budget = new SpinBudget();
    private final List<Long> sleeps = new ArrayList<>();
    private final boolean spinning = ThreadHolds.spinning;
    private double random = 1;

    @BeforeEach
    void spinOnOneProcessorToo() {
        ThreadHolds.spinning = true;
    }

    @AfterEach
    void spinAsBefore() {
        ThreadHolds.spinning = spinning;
    }

    private SpinDelay delay() {
        return new SpinDelay(1, budget, sleeps::add, () -> random);
    }

    @Test
    void shouldSpinAsOftenAsTheBudgetSaysBeforeItSleeps() {
        SpinDelay delay = delay();
        for (int look = 0; look < 2; look++) { // 1 and 32 spins
            assertTrue(delay.pause());
        }
        assertTrue(sleeps.isEmpty());
        delay.pause(); // the other 67 of a hundred
        assertEquals(List.of(1_000_000L), sleeps);
    }

    @Test
    void shouldSpinLongerWhereTheBudgetIsHigher() {
        SpinDelay first = new SpinDelay(SpinBudget.FIRST, budget, sleeps::add, () -> random);
        first.pause();
        assertEquals(1, sleeps.size());
        delay().finish();
        SpinDelay second = new SpinDelay(SpinBudget.FIRST, budget, sleeps::add, () -> random);
        second.pause(); // a hundred spins of two hundred
        assertEquals(1, sleeps.size());
        second.pause();
        assertEquals(2, sleeps.size());
    }

    @Test
    void shouldRaiseTheBudgetByAHundredUpToAThousandWhenNoSleepWasNeeded() {
        delay().finish();
        assertEquals(200, budget.spins());
        for (int i = 0; i < 20; i++) {
            delay().finish();
        }
        assertEquals(1000, budget.spins());
    }

    @Test
    void shouldLowerTheBudgetByOneDownToTenWhenItSlept() {
        sleepOnce(delay()).finish();
        assertEquals(99, budget.spins());
        for (int i = 0; i < 200; i++) {
            sleepOnce(delay()).finish();
        }
        assertEquals(10, budget.spins());
    }

    @Test
    void shouldGrowSleepsAndStartAgainAboveASecond() {
        SpinDelay delay = delay();
        for (int i = 0; i < 12; i++) {
            sleepOnce(delay);
        }
        assertEquals(1_000_000L, sleeps.get(0));
        assertEquals(2_000_000L, sleeps.get(1));
        assertEquals(512_000_000L, sleeps.get(9));
        assertEquals(1_000_000L, sleeps.get(10), "1024 ms are more than a second");
        random = 0;
        sleepOnce(delay);
        sleepOnce(delay);
        assertEquals(sleeps.get(12), sleeps.get(13), "a factor of one");
    }

    @Test
    void shouldGiveUpAfterAThousandSleeps() {
        SpinDelay delay = delay();
        for (int i = 0; i < 1000; i++) {
            sleepOnce(delay);
        }
        boolean goesOn = true;
        for (int i = 0; i < SpinBudget.FIRST; i++) {
            goesOn = delay.pause();
        }
        assertFalse(goesOn);
        assertEquals(1000, sleeps.size());
    }

    @Test
    void shouldNameLockOwnerAndPlaceWhenStuck() throws InterruptedException {
        SpinLock lock = new SpinLock("free list");
        Thread owner = new Thread(lock::acquire, "careless");
        owner.start();
        owner.join();
        StuckSpinlockException e = assertThrows(StuckSpinlockException.class, () -> lock.waitAndAcquire(delay()));
        assertTrue(
                e.getMessage().startsWith("stuck spinlock free list at dev.clog.lock.SpinDelayTest."), e.getMessage());
        assertTrue(e.getMessage().endsWith("last taken by thread careless (ended): sleeps=1000"), e.getMessage());
    }

    private SpinDelay sleepOnce(SpinDelay delay) {
        int before = delay.sleeps();
        while (delay.sleeps() == before) {
            assertTrue(delay.pause());
        }
        return delay;
    }
}
