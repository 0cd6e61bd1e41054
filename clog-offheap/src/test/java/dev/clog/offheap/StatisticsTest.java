package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageCacheConfig.Reads;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.PageStatistics;
import dev.clog.api.ResidentWindowConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.testkit.MemoryPageStore;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PAG-8: each column counts what it says, and nothing else. */
class StatisticsTest {
    private static final long PAGE = 32_768;
    private static final long SEGMENT = 1 << 20;
    private static final long[] NONE = {};

    private final MemoryPageStore disk = new MemoryPageStore();

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    private static void set(TransactionStatusLog log, long xid) {
        log.setTree(xid, NONE, TransactionStatus.COMMITTED);
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("zeroed, written, flushes, forced, truncates, exists: the same in every page space")
    void shouldCountTheLifeOfPages(PageSpaceConfig pages) {
        LogConfig config = LogConfig.wrapping32().withPages(pages);
        try (TransactionStatusLog log = PagedStatusLog.create(disk, config)) {
            assertEquals(1, log.statistics().zeroed(), "the first page");
            log.extendTo(2 * SEGMENT + 5);
            assertEquals(65, log.statistics().zeroed());
            assertEquals(0, log.statistics().exists());
            log.checkpoint();
            log.resetStatistics();
            set(log, 5);
            set(log, 6);
            set(log, 2 * SEGMENT + 1);
            log.checkpoint();
            PageStatistics counts = log.statistics();
            assertEquals(
                    List.of(0L, 2L, 1L, 2L, 0L),
                    List.of(counts.zeroed(), counts.written(), counts.flushes(), counts.forced(), counts.truncates()),
                    counts::toString);
            log.truncate(SEGMENT);
            log.truncate(5);
            assertEquals(1, log.statistics().truncates());
        }
        try (TransactionStatusLog log = PagedStatusLog.open(disk, config.withRange(SEGMENT, 2 * SEGMENT + 6))) {
            assertEquals(2, log.statistics().exists(), "the segments that had to be there");
            assertEquals(0, log.statistics().zeroed());
        }
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName("a reset begins all columns again, and says when")
    void shouldBeginAgain(PageSpaceConfig pages) throws InterruptedException {
        try (TransactionStatusLog log =
                PagedStatusLog.create(disk, LogConfig.wrapping32().withPages(pages))) {
            Instant opened = log.statistics().resetTime();
            assertFalse(opened.isAfter(Instant.now()));
            log.extendTo(9 * PAGE);
            set(log, 5);
            log.checkpoint();
            Thread.sleep(2);
            log.resetStatistics();
            PageStatistics counts = log.statistics();
            assertTrue(counts.resetTime().isAfter(opened));
            assertEquals(new PageStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, counts.resetTime()), counts);
        }
    }

    @Test
    @DisplayName("hit and read in a cache whose reads take the lock: every look is one of the two")
    void shouldCountHitsAndReads() {
        PageCacheConfig pages = PageCacheConfig.ofControlLock(4);
        try (TransactionStatusLog log =
                PagedStatusLog.create(disk, LogConfig.wrapping32().withPages(pages))) {
            log.extendTo(10 * PAGE);
            log.checkpoint();
            log.resetStatistics();
            log.status(5);
            assertHitsAndReads(log, 0, 1);
            log.status(6);
            set(log, 7);
            assertHitsAndReads(log, 2, 1);
            for (int page = 1; page < 4; page++) {
                log.status(page * PAGE);
            }
            assertHitsAndReads(log, 2, 4);
            assertEquals(1, log.statistics().written(), "the page that was set went, since the latest stays");
            log.status(10 * PAGE);
            assertHitsAndReads(log, 3, 4);
        }
    }

    @Test
    @DisplayName("reads that take no lock count no hit, and the resident window reads a segment at a time")
    void shouldCountNoHitWithoutALock() {
        PageCacheConfig pages = PageCacheConfig.ofControlLock(4).withReads(Reads.LOCK_FREE);
        try (TransactionStatusLog log =
                PagedStatusLog.create(disk, LogConfig.wrapping32().withPages(pages))) {
            log.resetStatistics();
            log.status(5);
            assertHitsAndReads(log, 0, 0);
        }
        LogConfig config =
                LogConfig.wrapping32().withPages(new ResidentWindowConfig()).withRange(3, PAGE - 5);
        try (TransactionStatusLog log = PagedStatusLog.open(disk, config)) {
            log.status(5);
            log.status(6);
            assertHitsAndReads(log, 0, 32);
        }
    }

    private static void assertHitsAndReads(TransactionStatusLog log, long hits, long reads) {
        PageStatistics counts = log.statistics();
        assertEquals(List.of(hits, reads), List.of(counts.hit(), counts.read()), counts::toString);
    }
}
