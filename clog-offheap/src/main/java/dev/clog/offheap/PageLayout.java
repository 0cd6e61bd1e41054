package dev.clog.offheap;

import dev.clog.api.IdSpace;
import dev.clog.offheap.format.StatusLayout;

/**
 * Where the entry of an id is, for one kind of log: pages of 8192 bytes, 32 to a segment file, with a fixed number of
 * entries on a page.
 *
 * <p>Pages and segments are numbered through all epochs, so that a number means one page for ever, although files of a
 * wrapping space are used again. Where an epoch does not fill its last segment, as with 819 entries a page, the page
 * numbers that would follow in that segment are skipped: a segment number is always page number / 32.
 *
 * <p>Within a page memory is addressed by words of 64 bits; a word number is page number * 1024 + the word's index.
 */
final class PageLayout {
    /** Size of a page in bytes. */
    static final int PAGE_BYTES = StatusLayout.STANDARD.pageBytes();
    /** Words of 64 bits in a page. */
    static final int WORDS_PER_PAGE = PAGE_BYTES / Long.BYTES;
    /** Pages in a segment file. */
    static final int PAGES_PER_SEGMENT = StatusLayout.PAGES_PER_SEGMENT;
    /** Size of a full segment file in bytes. */
    static final int SEGMENT_BYTES = PAGE_BYTES * PAGES_PER_SEGMENT;

    private static final long EPOCH = 1L << 32;

    private final int xidsPerPage;
    private final boolean wraps;
    private final long segmentsPerEpoch;

    private PageLayout(int xidsPerPage, IdSpace idSpace) {
        this.xidsPerPage = xidsPerPage;
        wraps = idSpace == IdSpace.WRAPPING_32;
        long xidsPerSegment = (long) xidsPerPage * PAGES_PER_SEGMENT;
        segmentsPerEpoch = wraps ? (EPOCH + xidsPerSegment - 1) / xidsPerSegment : Long.MAX_VALUE / xidsPerSegment + 1;
    }

    /** Statuses of two bits ({@code pg_xact}). */
    static PageLayout ofStatuses(IdSpace idSpace) {
        return new PageLayout(StatusLayout.STANDARD.xidsPerPage(), idSpace);
    }

    /** A layout with {@code entryBytes} bytes an id; what is left of a page is not used. */
    static PageLayout ofEntries(int entryBytes, IdSpace idSpace) {
        return new PageLayout(PAGE_BYTES / entryBytes, idSpace);
    }

    /** Number of entries on a page. */
    int xidsPerPage() {
        return xidsPerPage;
    }

    /** Bits of an entry. */
    int entryBits() {
        return PAGE_BYTES * Byte.SIZE / xidsPerPage;
    }

    /** Number of the page that holds the entry of {@code xid}. */
    long page(long xid) {
        return wraps
                ? (xid >>> 32) * (segmentsPerEpoch * PAGES_PER_SEGMENT) + (xid & EPOCH - 1) / xidsPerPage
                : xid / xidsPerPage;
    }

    /** Index of the entry of {@code xid} on its page. */
    int entry(long xid) {
        return (int) ((wraps ? xid & EPOCH - 1 : xid) % xidsPerPage);
    }

    /** The first id of a page; for a number that is skipped at the end of an epoch, the first id of the next epoch. */
    long firstXid(long page) {
        if (!wraps) {
            return page * xidsPerPage;
        }
        long pagesPerEpoch = segmentsPerEpoch * PAGES_PER_SEGMENT;
        long inEpoch = Math.min(page % pagesPerEpoch * xidsPerPage, EPOCH);
        return ((page / pagesPerEpoch) << 32) + inEpoch;
    }

    /** The id after the last one of a page. */
    long endXid(long page) {
        long first = firstXid(page);
        return wraps ? Math.min(first + xidsPerPage, (first | EPOCH - 1) + 1) : first + xidsPerPage;
    }

    /** Number of the segment that holds a page. */
    static long segment(long page) {
        return page / PAGES_PER_SEGMENT;
    }

    /** Place of a page in its segment, 0 to 31. */
    static int pageInSegment(long page) {
        return (int) (page % PAGES_PER_SEGMENT);
    }

    /** Offset of a page in its segment file, in bytes. */
    static int offset(long page) {
        return pageInSegment(page) * PAGE_BYTES;
    }

    /** The number that a segment's file is named by. */
    long fileNumber(long segment) {
        return Math.floorMod(segment, segmentsPerEpoch);
    }

    /** True if file numbers come round again. */
    boolean wraps() {
        return wraps;
    }
}
