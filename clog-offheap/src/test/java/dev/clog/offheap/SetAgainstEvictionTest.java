package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.PageCacheConfig;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** LIF-3, LIF-4, PAG-3: a set loses nothing to the eviction of its page, and none to a truncation. */
class SetAgainstEvictionTest extends PageCacheFixture {
    private static final PageCacheConfig SHARED_WRITES =
            PageCacheConfig.ofControlLock(SLOTS).withWrites(PageCacheConfig.Writes.SHARED);

    private final PageCache cache = cacheOn(gate, SHARED_WRITES, LeastRecentlyUsed::new);

    private static void set(Page page) {
        assertTrue(page.compareAndSet(1, 0, 77));
        page.markDirty();
    }

    private long secondWord(long page) {
        return cache.word(page * PageLayout.WORDS_PER_PAGE + 1);
    }

    /** Reads that need every slot of the cache. */
    private List<Started> missesOfAllSlots() {
        return LongStream.range(10, 10 + SLOTS)
                .mapToObj(page -> reading(cache, page))
                .toList();
    }

    private static void awaitAll(List<Started> reads) throws InterruptedException {
        for (Started read : reads) {
            read.answer();
        }
    }

    private static void assertWaits(Started started) {
        while (started.thread().getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        assertFalse(started.isDone());
    }

    @Test
    @DisplayName("A page that is entered stays; what is set on it is written when it goes, and read back")
    void shouldEvictAPageAfterItsSetter() throws InterruptedException {
        firstWord(cache, 5);
        Page entered = cache.enter(5);
        List<Started> misses = missesOfAllSlots();
        misses.forEach(SetAgainstEvictionTest::assertWaits);
        set(entered);
        cache.exit(entered);
        awaitAll(misses);
        assertNull(cache.banks()[0].find(5), "it went");
        assertEquals(1, counters.statistics().written());
        assertEquals(77, secondWord(5));
    }

    @Test
    @DisplayName("The test of the test: who sets on a page that was left loses the set")
    void shouldLoseASetOnAPageThatWasLeft() throws InterruptedException {
        firstWord(cache, 5);
        Page entered = cache.enter(5);
        cache.exit(entered);
        awaitAll(missesOfAllSlots());
        set(entered);
        assertEquals(0, secondWord(5));
    }

    @Test
    @DisplayName("A truncation waits for the setter on a page below the horizon; no later one gets the page")
    void shouldForgetAPageAfterItsSetter() throws InterruptedException {
        firstWord(cache, 5);
        Page entered = cache.enter(5);
        Started forgetting = new Started(() -> {
            cache.forgetBefore(6);
            return 0;
        });
        assertWaits(forgetting);
        set(entered);
        assertEquals(6, entered.getVolatile(0), "the page is still what it was");
        cache.exit(entered);
        forgetting.answer();
        assertNull(cache.banks()[0].find(5));
        assertThrows(PageFault.class, () -> cache.enter(5));
        assertThrows(PageFault.class, () -> firstWord(cache, 5));
        assertEquals(7, firstWord(cache, 6));
    }
}
