package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageCacheConfig.Reads;
import dev.clog.api.PageIoException;
import dev.clog.lock.HeldLocks;
import dev.clog.lock.LockMode;
import dev.clog.lock.LockTranche;
import dev.clog.testkit.DiskError;
import dev.clog.testkit.FailingPageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PAG-1 to PAG-6: who waits for whose input and output, and who does not. */
class PageCacheTest extends PageCacheFixture {
    private Cleaner cleaner;

    @AfterEach
    void stopTheCleaner() {
        gate.openGate();
        if (cleaner != null) {
            cleaner.close();
        }
    }

    private static void awaitCleanVictims(PageCache cache, int count) {
        Bank bank = cache.banks()[0];
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!areClean(cache, bank, count)) {
            assertTrue(System.nanoTime() < end, "the next victims stay dirty");
            LockSupport.parkNanos(100_000);
        }
    }

    private static boolean areClean(PageCache cache, Bank bank, int count) {
        bank.acquire(LockMode.EXCLUSIVE);
        try {
            for (Slot slot : cache.nextVictims(bank, count)) {
                if (slot.isDirty() || slot.isBusy()) {
                    return false;
                }
            }
            return true;
        } finally {
            bank.release();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16})
    @DisplayName("PAG-6: a miss never waits for a write: the cleaner has done it, and is the one who waits")
    void shouldNotWaitForAWriteOnAMiss(int slots) throws InterruptedException {
        PageCache cache = cache(slots, Reads.LOCK_SHARED, LeastRecentlyUsed::new);
        cleaner = Cleaner.start(cache);
        for (int page = 0; page < slots; page++) {
            change(cache, page);
        }
        awaitCleanVictims(cache, slots / 4);
        gate.shutFor(operation -> operation.kind() == Kind.WRITE);
        for (int miss = 0; miss < slots / 4; miss++) {
            long page = (long) slots + miss;
            assertEquals(page + 1, reading(cache, page).answer());
        }
        assertEquals("clog page cleaner", gate.nextArrival().getName());
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16})
    @DisplayName("PAG-6, the test of the test: without a cleaner the miss comes to the write itself, and waits")
    void shouldWaitForAWriteWithoutACleaner(int slots) throws InterruptedException {
        PageCache cache = cache(slots, Reads.LOCK_SHARED, LeastRecentlyUsed::new);
        for (int page = 0; page < slots; page++) {
            change(cache, page);
        }
        gate.shutFor(operation -> operation.kind() == Kind.WRITE);
        Started miss = reading(cache, slots);
        assertSame(miss.thread(), gate.nextArrival());
        assertFalse(miss.isDone());
        gate.openGate();
        assertEquals(slots + 1, miss.answer());
    }

    @ParameterizedTest
    @EnumSource(Reads.class)
    @DisplayName("PAG-3: while a page is written its bank is free, and the page itself is read and changed")
    void shouldServeOthersWhileAPageIsWritten(Reads reads) throws InterruptedException {
        PageCache cache = cache(SLOTS, reads, LeastRecentlyUsed::new);
        change(cache, 5);
        gate.shutFor(operation -> operation.kind() == Kind.WRITE);
        Started writing = new Started(() -> {
            cache.writeIfHere(5);
            return 0;
        });
        assertSame(writing.thread(), gate.nextArrival());
        assertEquals(6, reading(cache, 5).answer());
        assertEquals(9, reading(cache, 8).answer(), "a miss of the bank");
        new Started(() -> {
                    change(cache, 5);
                    return 0;
                })
                .answer();
        gate.openGate();
        writing.answer();
        Slot slot = cache.banks()[0].find(5);
        assertTrue(slot.isDirty(), "changed after it was copied");
        assertSame(Slot.State.VALID, slot.state());
    }

    @ParameterizedTest
    @EnumSource(Reads.class)
    @DisplayName(
            "Situation 40, PAG-3, PAG-4: a slot under I/O is no victim, and who wants its page waits for that read")
    void shouldNotTakeASlotThatIsRead(Reads reads) throws InterruptedException {
        PageCache cache = cache(SLOTS, reads, LeastRecentlyUsed::new);
        gate.shutFor(operation -> operation.kind() == Kind.READ && operation.offset() == 5L * PageLayout.PAGE_BYTES);
        Started first = reading(cache, 5);
        assertSame(first.thread(), gate.nextArrival());
        Started second = reading(cache, 5);
        for (int page = 10; page < PAGES; page++) {
            assertEquals(page + 1, reading(cache, page).answer());
        }
        assertSame(Slot.State.READING, cache.banks()[0].find(5).state());
        assertFalse(first.isDone() || second.isDone());
        gate.openGate();
        assertEquals(6, first.answer());
        assertEquals(6, second.answer());
        assertEquals(1 + PAGES - 10, counters.statistics().read(), "the page was read once");
    }

    @Test
    @DisplayName("Situation 40, the test of the test: with a search that takes busy slots, others wait for that read")
    void shouldWaitWhereTheSearchTakesASlotThatIsRead() throws InterruptedException {
        PageCache cache = cache(SLOTS, Reads.LOCK_SHARED, (banks, slots) -> bank -> 0);
        gate.shutFor(operation -> operation.kind() == Kind.READ && operation.offset() == 5L * PageLayout.PAGE_BYTES);
        Started first = reading(cache, 5);
        assertSame(first.thread(), gate.nextArrival());
        Started other = reading(cache, 10);
        while (other.thread().getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        assertFalse(other.isDone());
        gate.openGate();
        assertEquals(6, first.answer());
        assertEquals(11, other.answer(), "late, and right");
    }

    @Test
    @DisplayName("PAG-3: a read that failed leaves the slot empty; who waited for it reads the page itself")
    void shouldReadAgainWhereTheReadOfAnotherFailed() throws InterruptedException {
        FailingPageStore failing =
                FailingPageStore.once(disk, operation -> operation.kind() == Kind.READ, 1, DiskError.INPUT_OUTPUT);
        GatedStore gated = new GatedStore(failing);
        PageCache cache = cacheOn(gated, PageCacheConfig.ofControlLock(SLOTS), LeastRecentlyUsed::new);
        gated.shutFor(operation -> operation.kind() == Kind.READ);
        Started first = reading(cache, 5);
        assertSame(first.thread(), gated.nextArrival());
        Started second = reading(cache, 5);
        gated.openGate();
        assertTrue(first.failure() instanceof PageFault);
        assertEquals(6, second.answer());
        assertTrue(failing.fired());
    }

    @Test
    @DisplayName("PAG-3: a write that failed leaves the page valid and dirty")
    void shouldKeepAPageDirtyWhoseWriteFailed() throws InterruptedException {
        FailingPageStore failing =
                FailingPageStore.once(disk, operation -> operation.kind() == Kind.WRITE, 1, DiskError.NO_SPACE);
        PageCache cache = cacheOn(failing, PageCacheConfig.ofControlLock(SLOTS), LeastRecentlyUsed::new);
        change(cache, 5);
        Started writing = new Started(() -> {
            cache.writeIfHere(5);
            return 0;
        });
        assertTrue(writing.failure() instanceof PageIoException);
        Slot slot = cache.banks()[0].find(5);
        assertTrue(slot.isDirty());
        assertSame(Slot.State.VALID, slot.state());
        cache.writeIfHere(5);
        assertFalse(slot.isDirty());
    }

    @Test
    @DisplayName("PAG-2: a page is in bank page modulo banks, also where their number is no power of two")
    void shouldPutAPageIntoItsBank() {
        PageCache cache = cacheOn(gate, PageCacheConfig.ofBanks(48), LeastRecentlyUsed::new);
        assertEquals(3, cache.banks().length);
        for (int page = 0; page < PAGES; page++) {
            firstWord(cache, page);
            assertEquals(page, cache.banks()[page % 3].find(page).page());
        }
        assertEquals(PAGES, counters.statistics().read());
        for (int page = 0; page < PAGES; page++) {
            firstWord(cache, page);
        }
        assertEquals(PAGES, counters.statistics().read(), "all of them fit: 11 a bank");
    }

    @ParameterizedTest
    @EnumSource(Reads.class)
    @DisplayName(
            "PAG-5: a page that is there is read while others hold its bank shared; without a lock, also exclusive")
    void shouldTakeTheBankSharedOrNotAtAll(Reads reads) throws InterruptedException {
        PageCache cache = cache(SLOTS, reads, LeastRecentlyUsed::new);
        firstWord(cache, 5);
        Bank bank = cache.banks()[0];
        bank.acquire(LockMode.SHARED);
        assertEquals(6, reading(cache, 5).answer());
        bank.release();
        bank.acquire(LockMode.EXCLUSIVE);
        Started reading = reading(cache, 5);
        if (reads == Reads.LOCK_FREE) {
            assertEquals(6, reading.answer());
            bank.release();
            return;
        }
        while (reading.thread().getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        assertFalse(reading.isDone());
        bank.release();
        assertEquals(6, reading.answer());
    }

    @Test
    @DisplayName("PAG-5: a miss waits for all others of its bank")
    void shouldTakeTheBankExclusiveOnAMiss() throws InterruptedException {
        PageCache cache = cache(SLOTS, Reads.LOCK_FREE, LeastRecentlyUsed::new);
        Bank bank = cache.banks()[0];
        bank.acquire(LockMode.SHARED);
        Started miss = reading(cache, 5);
        while (miss.thread().getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        assertFalse(miss.isDone());
        bank.release();
        assertEquals(6, miss.answer());
    }

    @Test
    @DisplayName("PAG-1: a slot is empty, is read into, is valid, is written, and may be dirty in the last two alone")
    void shouldGoThroughItsStates() throws InterruptedException {
        PageCache cache = cache(SLOTS, Reads.LOCK_FREE, LeastRecentlyUsed::new);
        Bank bank = cache.banks()[0];
        assertSame(Slot.State.EMPTY, bank.slot(0).state());
        gate.shutFor(operation -> operation.kind() == Kind.READ || operation.kind() == Kind.WRITE);
        Started reading = reading(cache, 5);
        gate.nextArrival();
        Slot slot = bank.find(5);
        assertSame(Slot.State.READING, slot.state());
        assertFalse(slot.isDirty() || bank.findReadable(5) >= 0);
        gate.openGate();
        reading.answer();
        assertSame(Slot.State.VALID, slot.state());
        assertEquals(slot.number(), bank.findReadable(5));
        change(cache, 5);
        assertTrue(slot.isDirty());
        gate.shutFor(operation -> operation.kind() == Kind.WRITE);
        Started writing = new Started(() -> {
            cache.writeIfHere(5);
            return 0;
        });
        gate.nextArrival();
        assertSame(Slot.State.WRITING, slot.state());
        assertFalse(slot.isDirty());
        change(cache, 5);
        assertTrue(slot.isDirty() && slot.state() == Slot.State.WRITING);
        gate.openGate();
        writing.answer();
        cache.forgetBefore(6);
        assertSame(Slot.State.EMPTY, slot.state());
        assertFalse(slot.isDirty() || bank.findReadable(5) >= 0);
    }

    @Test
    @DisplayName("PAG-4: the latest page stays, however long it was not used")
    void shouldKeepTheLatestPage() {
        PageCache cache = cache(SLOTS, Reads.LOCK_SHARED, LeastRecentlyUsed::new);
        cache.latestPage(PAGES - 1);
        firstWord(cache, PAGES - 1);
        for (int page = 0; page < PAGES - 1; page++) {
            firstWord(cache, page);
        }
        long read = counters.statistics().read();
        assertEquals(PAGES, firstWord(cache, PAGES - 1));
        assertEquals(read, counters.statistics().read());
    }

    @Test
    @DisplayName("PAG-3: a thread that holds too many locks is refused, and leaves the slot as it was")
    void shouldLeaveTheSlotAsItWasWhereALockIsRefused() throws InterruptedException {
        PageCache cache = cache(SLOTS, Reads.LOCK_SHARED, LeastRecentlyUsed::new);
        change(cache, 5);
        try {
            for (int i = 0; i < HeldLocks.MAX_HELD - 1; i++) {
                LockTranche.named("held").newLock(i).acquire(LockMode.SHARED);
            }
            assertThrows(IllegalStateException.class, () -> firstWord(cache, 7));
            assertThrows(IllegalStateException.class, () -> cache.writeIfHere(5));
        } finally {
            HeldLocks.releaseAll();
        }
        assertEquals(8, reading(cache, 7).answer());
        assertTrue(new Started(() -> {
                            cache.writeIfHere(5);
                            return 1;
                        })
                        .answer()
                == 1);
    }
}
