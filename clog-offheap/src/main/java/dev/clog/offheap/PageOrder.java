package dev.clog.offheap;

import dev.clog.api.TransactionId;

/**
 * Which page files hold ids that all precede a cutoff (FMT-7, LIF-4), by the numbers in their names: what decides about
 * files of which only the name is known.
 *
 * <p>Where ids wrap a page precedes another only if it does so against the first and the last id of it: the half of the
 * id space that counts as past begins in the middle of a page, and the page it begins in belongs to both halves.
 *
 * <p>Source: PostgreSQL {@code CLOGPagePrecedes}, {@code SlruMayDeleteSegment}.
 */
final class PageOrder {
    private final int xidsPerPage;
    private final boolean wraps;
    /** Where ids wrap, pages beyond it in its segment hold none. */
    private final long lastPageOfSpace;

    PageOrder(PageLayout layout) {
        xidsPerPage = layout.xidsPerPage();
        wraps = layout.wraps();
        lastPageOfSpace = wraps ? ((1L << 32) - 1) / xidsPerPage : Long.MAX_VALUE;
    }

    /** True if all ids of page {@code a} come before those of page {@code b}; both are numbered as in the files. */
    boolean precedes(long a, long b) {
        if (!wraps) {
            return a < b;
        }
        int first = (int) (a * xidsPerPage + TransactionId.FIRST_NORMAL + 1);
        int other = (int) (b * xidsPerPage + TransactionId.FIRST_NORMAL + 1);
        return TransactionId.precedes(first, other) && TransactionId.precedes(first, other + xidsPerPage - 1);
    }

    /** True if a segment file has only pages that precede the page of the cutoff. */
    boolean mayDelete(long fileNumber, long cutoffPage) {
        long firstPage = fileNumber * PageLayout.PAGES_PER_SEGMENT;
        long lastPage = Math.min(firstPage + PageLayout.PAGES_PER_SEGMENT - 1, lastPageOfSpace);
        return precedes(firstPage, cutoffPage) && precedes(lastPage, cutoffPage);
    }
}
