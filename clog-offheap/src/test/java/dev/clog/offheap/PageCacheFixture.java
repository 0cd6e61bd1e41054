package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageCacheConfig.Reads;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.WriteAheadLog;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Page caches on a file whose first word of page p is p + 1, and a gate in front of it: where a disk would be slow the test
 * says when it goes on, so that nothing depends on time.
 */
abstract class PageCacheFixture {
    static final int PAGES = 32;
    static final int SLOTS = 4;

    final MemoryPageStore disk = new MemoryPageStore();
    final GatedStore gate = new GatedStore(disk);
    final PageCounters counters = new PageCounters();

    @BeforeEach
    void fillTheFile() throws IOException {
        ByteBuffer content = ByteBuffer.allocate(PageLayout.SEGMENT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int page = 0; page < PAGES; page++) {
            content.putLong(page * PageLayout.PAGE_BYTES, page + 1);
        }
        disk.add("0000", content.array());
    }

    @AfterEach
    void openTheGate() {
        gate.openGate();
    }

    final PageCache cache(int slots, Reads reads, VictimSearch.Factory search) {
        return cacheOn(gate, PageCacheConfig.ofControlLock(slots).withReads(reads), search);
    }

    final PageCache cacheOn(PageStore store, PageCacheConfig config, VictimSearch.Factory search) {
        SegmentFiles files = new SegmentFiles(store, PageLayout.ofStatuses(IdSpace.WRAPPING_32));
        PageWriter writer = new PageWriter(files, WriteAheadLog.NONE, counters);
        return new PageCache(config, files, writer, counters, search, HeapWords::new);
    }

    static long firstWord(PageCache cache, long page) {
        return cache.word(page * PageLayout.WORDS_PER_PAGE);
    }

    static Started reading(PageCache cache, long page) {
        return new Started(() -> firstWord(cache, page));
    }

    static void change(PageCache cache, long page) {
        Page entered = cache.enter(page);
        try {
            assertTrue(entered.compareAndSet(1, entered.getVolatile(1), page + 100));
            entered.markDirty();
        } finally {
            cache.exit(entered);
        }
    }
}
