package dev.clog.groupcommit.status;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.groupcommit.status.Variants.PAGE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.status.Variants.Variant;
import dev.clog.offheap.PagedStatusLog;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Situation 39: readers beside leaders. */
@DisplayName("STA-1, situation 39: no reader sees a child before its parent, whoever sets the tree")
class TreeOrderTest {
    private static final int[] SIZES = {0, 1, 5, 6, 64};
    private static final int PAGES = 3;
    private static final int THREADS = 4;
    /** Parents have the low ids of the first page, children those from here on, of three pages. */
    private static final int CHILDREN_FROM = 16_384;

    static Stream<Variant> variants() {
        return Variants.ofGroups().stream();
    }

    /** The tree with this number; its children are on one to three pages, in an array that is exactly full. */
    private static long[] childrenOf(int number) {
        long[] children = new long[SIZES[number % SIZES.length]];
        int pages = 1 + number / SIZES.length % PAGES;
        for (int i = 0; i < children.length; i++) {
            children[i] = (long) (i % pages) * PAGE + CHILDREN_FROM + (number * 64L + i) % (PAGE - CHILDREN_FROM);
        }
        return children;
    }

    private static boolean aborts(int number) {
        return number % 7 == 6;
    }

    /** How many children were seen committed whose parents, looked at afterwards, were not. */
    private static long early(PagedStatusLog log, StatusWriter writer, int trees) {
        AtomicInteger next = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong early = new AtomicLong();
        try (Crew readers = new Crew()) {
            readers.start(() -> {
                while (!done.get()) {
                    int number = Math.max(0, Math.min(trees - 1, next.get() - 1));
                    for (long child : childrenOf(number)) {
                        if (log.status(child) == COMMITTED && log.status(3 + number) != COMMITTED) {
                            early.incrementAndGet();
                        }
                    }
                }
            });
            try (Crew crew = new Crew()) {
                for (int t = 0; t < THREADS; t++) {
                    crew.start(() -> {
                        for (int i = next.getAndIncrement(); i < trees; i = next.getAndIncrement()) {
                            writer.setTree(3 + i, childrenOf(i), aborts(i) ? ABORTED : COMMITTED, 0);
                        }
                    });
                }
            } finally {
                done.set(true);
            }
        }
        return early.get();
    }

    /** So few that no two trees share a child. */
    private static final int TREES = (PAGE - CHILDREN_FROM) / 64;

    @ParameterizedTest
    @MethodSource("variants")
    void shouldNeverShowAChildFirst(Variant variant) {
        for (int round = 0; round < Crew.EFFORT; round++) {
            try (PagedStatusLog log = variant.create(PAGES);
                    StatusWriter writer = StatusWriters.create(variant.writer(), log)) {
                assertEquals(0, early(log, writer, TREES));
                for (int i = 0; i < TREES; i++) {
                    TransactionStatus expected = aborts(i) ? ABORTED : COMMITTED;
                    assertEquals(expected, log.status(3 + i));
                    for (long child : childrenOf(i)) {
                        assertEquals(expected, log.status(child));
                    }
                }
            }
        }
    }

    /** Children first, each for itself. */
    private record ChildrenFirst(StatusWriter writer) implements StatusWriter {
        @Override
        public void setTree(long xid, long[] children, TransactionStatus status, long lsn) {
            for (long child : children) {
                writer.setTree(child, new long[0], status, lsn);
            }
            writer.setTree(xid, children, status, lsn);
        }

        @Override
        public StatusWriterStatistics statistics() {
            return writer.statistics();
        }

        @Override
        public void close() {
            writer.close();
        }
    }

    @Test
    @DisplayName("mutant: a leader that sets the children first")
    void shouldCatchChildrenSetFirst() {
        Function<PagedStatusLog, StatusWriter> broken =
                log -> new ChildrenFirst(StatusWriters.create(Variants.groups().get(3), log));
        List<Variant> variants = Variants.ofGroups();
        boolean caught = false;
        for (int i = 0; i < 500 && !caught; i++) {
            try (PagedStatusLog log = variants.get(0).create(PAGES);
                    StatusWriter writer = broken.apply(log)) {
                caught = early(log, writer, TREES) > 0;
            }
        }
        assertTrue(caught);
    }
}
