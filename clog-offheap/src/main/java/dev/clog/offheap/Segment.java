package dev.clog.offheap;

import java.util.function.LongFunction;

/**
 * A segment of a resident window: its pages, which are read from the file when one is first used.
 *
 * <p>What reads them is behind {@code source}, so that the way to a page that is there is a few instructions, and is compiled
 * into its callers.
 */
final class Segment {
    private final long number;
    private final LongFunction<Page[]> source;

    /** Null until read; written once, so who sees it sees the pages and their content. */
    private volatile Page[] pages;

    /**
     * A segment that was not read yet.
     *
     * @param number number of the segment, through all epochs
     * @param source gives the pages of a segment, as many as its file has; may throw a {@link PageFault}
     */
    Segment(long number, LongFunction<Page[]> source) {
        this.number = number;
        this.source = source;
    }

    long number() {
        return number;
    }

    /** The pages, read in where that was not done yet. */
    Page[] pages() {
        Page[] present = pages;
        return present != null ? present : read();
    }

    private synchronized Page[] read() {
        if (pages == null) {
            pages = source.apply(number);
        }
        return pages;
    }

    /** The page at that place, read in where that was not done yet. */
    Page page(int inSegment) {
        return pages()[inSegment];
    }

    /** Number of pages in memory: none where they were not read yet. */
    int pagesRead() {
        Page[] present = pages;
        return present == null ? 0 : present.length;
    }
}
