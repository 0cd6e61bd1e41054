package dev.clog.offheap;

/** A mapped segment: its words, and its pages over them. */
final class Segment {
    private final long number;
    private final PageWords words;
    private final Page[] pages;

    /**
     * A segment whose pages are clean.
     *
     * @param number number of the segment, through all epochs
     * @param words its words, as many as its file has
     */
    Segment(long number, PageWords words) {
        this.number = number;
        this.words = words;
        pages = new Page[words.count() / PageLayout.WORDS_PER_PAGE];
        for (int i = 0; i < pages.length; i++) {
            pages[i] = new Page(words, i * PageLayout.WORDS_PER_PAGE);
        }
    }

    long number() {
        return number;
    }

    PageWords words() {
        return words;
    }

    /** Number of whole pages that the segment has. */
    int pages() {
        return pages.length;
    }

    Page page(int inSegment) {
        return pages[inSegment];
    }
}
