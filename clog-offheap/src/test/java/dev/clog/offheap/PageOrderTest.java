package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionId;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * FMT-7 and the deletion rule of LIF-4, at the point where ids wrap: the cases of PostgreSQL's SlruPagePrecedesUnitTests,
 * for statuses, and for entries that do not divide the id space.
 */
class PageOrderTest {
    private static final long HALF = 1L << 31;
    private static final long LOW_WORD = (1L << 32) - 1;

    private static PageLayout layoutOf(int entryBytes) {
        return entryBytes == 0
                ? PageLayout.ofStatuses(IdSpace.WRAPPING_32)
                : PageLayout.ofEntries(entryBytes, IdSpace.WRAPPING_32);
    }

    /** The nine rows: entry of the newest id in its page by page of the newest id in its segment, for each layout. */
    static Stream<Arguments> rows() {
        return Stream.of(0, 4, 10).flatMap(entryBytes -> {
            int perPage = layoutOf(entryBytes).xidsPerPage();
            return Stream.of(0, perPage / 2, perPage - 1)
                    .flatMap(entry -> Stream.of(0, 15, 31).map(page -> Arguments.of(entryBytes, entry, page)));
        });
    }

    @ParameterizedTest
    @MethodSource("rows")
    @DisplayName("Situation 29: the segment of the newest or the oldest id is never deletable")
    void shouldKeepTheSegmentsOfTheNewestAndTheOldestId(int entryBytes, int entry, int pageInSegment) {
        PageLayout layout = layoutOf(entryBytes);
        PageOrder order = new PageOrder(layout);
        long newestPage = 32L + pageInSegment;
        long newest = newestPage * layout.xidsPerPage() + entry;
        long oldest = (newest + 1 - HALF) & LOW_WORD;
        long cutoffPage = layout.page(oldest);
        assertFalse(order.mayDelete(newestPage / 32, cutoffPage), "newest");
        assertFalse(order.mayDelete(cutoffPage / 32, cutoffPage), "oldest");
        assertTrue(order.mayDelete(cutoffPage / 32 - 1, cutoffPage), "the one before the oldest");
        assertFalse(order.mayDelete(0, cutoffPage), "the one before the newest");
    }

    @Test
    @DisplayName(
            "Situation 29, the test of the test: a rule that looks at the first id alone would delete what is newest")
    void shouldNotTrustTheFirstIdAlone() {
        PageLayout layout = layoutOf(0);
        long wrong = rows().filter(row -> row.get()[0].equals(0))
                .filter(row -> {
                    long newest = (32L + (int) row.get()[2]) * layout.xidsPerPage() + (int) row.get()[1];
                    long oldest = (newest + 1 - HALF) & LOW_WORD;
                    long segmentXids = 32L * layout.xidsPerPage();
                    long firstOfNewest = newest / segmentXids * segmentXids + 3;
                    long firstOfOldest = oldest / segmentXids * segmentXids + 3;
                    return TransactionId.precedes((int) firstOfNewest, (int) firstOfOldest);
                })
                .count();
        assertEquals(8, wrong, "all but that of the last id of a segment");
    }

    @ParameterizedTest
    @MethodSource("rows")
    @DisplayName("FMT-7: pages round the point where ids count as past and as future")
    void shouldOrderPagesAsAServerDoes(int entryBytes, int entry, int ignored) {
        PageLayout layout = layoutOf(entryBytes);
        PageOrder order = new PageOrder(layout);
        long perPage = layout.xidsPerPage();
        long lhs = perPage + entry;
        long rhs = lhs + HALF;
        assertTrue(TransactionId.precedes((int) lhs, (int) rhs) && TransactionId.precedes((int) rhs, (int) lhs));
        assertFalse(order.precedes(lhs / perPage, lhs / perPage));
        assertFalse(order.precedes(lhs / perPage, rhs / perPage));
        assertFalse(order.precedes(rhs / perPage, lhs / perPage));
        assertFalse(order.precedes((lhs - perPage) / perPage, rhs / perPage));
        assertTrue(order.precedes(rhs / perPage, Math.floorMod(lhs - 3 * perPage, 1L << 32) / perPage));
        assertTrue(order.precedes(rhs / perPage, Math.floorMod(lhs - 2 * perPage, 1L << 32) / perPage));
        assertTrue(order.precedes((lhs + 2 * perPage) / perPage, rhs / perPage));
        assertTrue(order.precedes((lhs + 3 * perPage) / perPage, rhs / perPage));
        assertFalse(order.precedes(rhs / perPage, (lhs + perPage) / perPage));
        boolean divides = HALF % perPage == 0;
        assertTrue(!divides || order.precedes(rhs / perPage, (lhs - perPage) / perPage));
        assertTrue(!divides || order.precedes((lhs + perPage) / perPage, rhs / perPage));
    }

    @Test
    void shouldOrderByNumberWhereIdsDoNotWrap() {
        PageOrder order = new PageOrder(PageLayout.ofStatuses(IdSpace.FULL_64));
        assertTrue(order.precedes(5, 6));
        assertFalse(order.precedes(6, 5));
        assertTrue(order.precedes(0, 1L << 40));
        assertTrue(order.mayDelete(0, 32));
        assertFalse(order.mayDelete(0, 31));
        assertFalse(order.mayDelete(1, 32));
    }

    @Test
    void shouldDeleteTheLastSegmentOfAnEpochWhichIsNotFull() {
        PageLayout layout = layoutOf(10);
        PageOrder order = new PageOrder(layout);
        long last = layout.fileNumber(PageLayout.segment(layout.page(LOW_WORD)));
        assertTrue(order.mayDelete(last, 2));
        assertFalse(order.mayDelete(last, last * 32));
    }

    @Test
    void shouldNumberPagesThroughAllEpochs() {
        for (int entryBytes : new int[] {0, 4, 10}) {
            PageLayout layout = layoutOf(entryBytes);
            long xid = (5L << 32) - 3L * layout.xidsPerPage();
            long before = -1;
            for (int i = 0; i < 8; i++) {
                long page = layout.page(xid);
                assertTrue(page > before, () -> "entryBytes=" + entryBytes);
                assertEquals(page, layout.page(layout.endXid(page) - 1));
                assertEquals(page, layout.page(layout.firstXid(page)));
                assertEquals(0, layout.entry(layout.firstXid(page)));
                before = page;
                xid = layout.endXid(page);
            }
            assertEquals(0, layout.fileNumber(PageLayout.segment(layout.page(5L << 32))));
        }
    }
}
