package dev.clog.bench.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.offheap.PagedStatusLog;
import dev.clog.offheap.VictimSearch;
import dev.clog.testkit.LogDifferences;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.ModelLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * PAG-4, PAG-7: a log whose pages are found by a search of 2012, under threads that set, read and write back: every choice
 * is a legal one, and every status is that of the model, in memory and in the files.
 */
class CachedLogTest {
    private static final long PAGE = 32_768;
    private static final int PAGES = 48;
    private static final int SETTERS = 3;
    private static final int TREES = 700;
    /** To the next page, and a multiple of the stripes. */
    private static final long ACROSS = 33_000;

    private final MemoryPageStore disk = new MemoryPageStore();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicLong choices = new AtomicLong();

    static Stream<Arguments> caches() {
        return Stream.of(Variant.values())
                .flatMap(variant -> Stream.of(
                                PageCacheConfig.ofBanks(32),
                                PageCacheConfig.ofControlLock(4),
                                PageCacheConfig.ofControlLock(8).withCleaner(true))
                        .map(pages -> Arguments.of(variant, pages)));
    }

    private VictimSearch.Factory checked(VictimSearch.Factory factory) {
        return (banks, slots) -> new CheckedSearch(factory.create(banks, slots), violations, choices);
    }

    @ParameterizedTest
    @MethodSource("caches")
    @DisplayName("PAG-7: all pages are right, and every victim is a legal one")
    void shouldAnswerAsTheModel(Variant variant, PageCacheConfig pages) throws Exception {
        long seed = System.nanoTime();
        LogConfig config = LogConfig.full64().withPages(pages);
        ModelLog model = new ModelLog(config);
        try (TransactionStatusLog log = PagedStatusLog.create(disk, config, checked(variant.factory()))) {
            use(log, model, seed);
            assertEquals(List.of(), LogDifferences.between(model, log), () -> "seed=" + seed);
            assertTrue(log.statistics().read() > PAGES, () -> "read=" + log.statistics());
        }
        assertTrue(violations.isEmpty(), () -> violations.peek() + " seed=" + seed);
        assertTrue(choices.get() > PAGES, () -> "choices=" + choices);
        LogConfig rest = config.withRange(PAGE, PAGES * PAGE + 1);
        model.close();
        try (TransactionStatusLog log = PagedStatusLog.open(disk, rest, checked(variant.factory()))) {
            assertEquals(List.of(), LogDifferences.between(model.reopened(rest), log), () -> "seed=" + seed);
        }
    }

    @Test
    @DisplayName(
            "The test of the test: a search that names any slot takes the latest page, and the pages are right still")
    void shouldFindOutACarelessSearch() throws Exception {
        AtomicLong hand = new AtomicLong();
        VictimSearch.Factory careless = (banks, slots) -> bank -> Math.floorMod(hand.getAndIncrement(), slots);
        LogConfig config = LogConfig.full64().withPages(PageCacheConfig.ofControlLock(4));
        ModelLog model = new ModelLog(config);
        try (TransactionStatusLog log = PagedStatusLog.create(disk, config, checked(careless))) {
            use(log, model, 1);
            assertEquals(List.of(), LogDifferences.between(model, log));
        }
        assertTrue(violations.stream().anyMatch(text -> text.startsWith("the latest page")), violations::toString);
    }

    /** Setters with ids of their own, that read what they set; checkpoints; and a truncation at the end. */
    private static void use(TransactionStatusLog log, ModelLog model, long seed) throws Exception {
        log.extendTo(PAGES * PAGE);
        model.extendTo(PAGES * PAGE);
        ExecutorService threads = Executors.newFixedThreadPool(SETTERS + 1);
        try {
            List<Future<?>> setters = new ArrayList<>();
            for (int i = 0; i < SETTERS; i++) {
                int stripe = i;
                setters.add(threads.submit(() -> set(log, model, stripe, new SplittableRandom(seed + stripe))));
            }
            for (Future<?> setter : setters) {
                while (!setter.isDone()) {
                    log.checkpoint();
                }
                setter.get();
            }
        } finally {
            threads.shutdownNow();
        }
        log.truncate(PAGE);
        model.truncate(PAGE);
    }

    private static void set(TransactionStatusLog log, ModelLog model, int stripe, SplittableRandom random) {
        for (int i = 0; i < TREES; i++) {
            long xid = anyXid(random, stripe);
            long[] children = random.nextBoolean() ? new long[0] : new long[] {xid + SETTERS, xid + ACROSS};
            if (children.length > 0 && children[1] >= PAGES * PAGE) {
                children = new long[0];
            }
            TransactionStatus status = isCommitted(xid) ? TransactionStatus.COMMITTED : TransactionStatus.ABORTED;
            log.setTree(xid, children, status);
            model.setTree(xid, children, status);
            assertEquals(status, log.status(xid));
            long other = anyXid(random, random.nextInt(SETTERS));
            TransactionStatus seen = log.status(other);
            assertTrue(
                    seen == TransactionStatus.IN_PROGRESS || (seen == TransactionStatus.ABORTED) != isCommitted(other),
                    () -> other + " is " + seen);
        }
    }

    private static long anyXid(SplittableRandom random, int stripe) {
        return 3 + stripe + SETTERS * random.nextLong((PAGES * PAGE - 9) / SETTERS);
    }

    /** The same for all ids that a tree may join: those a multiple of the stripes apart. */
    private static boolean isCommitted(long xid) {
        return xid % SETTERS != 1;
    }
}
