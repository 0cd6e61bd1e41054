package dev.clog.offheap;

import dev.clog.api.PageIoException;
import java.io.IOException;

/** A page could not be had; the log, which knows for which id, makes it an error of the product. */
final class PageFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long page;
    private final int pages;

    /** The page could not be read in; for no cause if it was truncated. */
    PageFault(long page, IOException cause) {
        this(page, 1, cause);
    }

    private PageFault(long page, int pages, IOException cause) {
        super("page " + page, cause);
        this.page = page;
        this.pages = pages;
    }

    /** None of the pages of a segment could be read in, or they were truncated. */
    static PageFault ofSegment(long segment, IOException cause) {
        return new PageFault(segment * PageLayout.PAGES_PER_SEGMENT, PageLayout.PAGES_PER_SEGMENT, cause);
    }

    /** What was durable is lost, so the log has failed. */
    PageFault(PageIoException loss) {
        super(loss);
        page = -1;
        pages = 0;
    }

    /** The page that could not be had: the one asked about if it is among several. */
    long pageOr(long asked) {
        return asked >= page && asked < page + pages ? asked : page;
    }

    /** The failure of the log, or null. */
    PageIoException loss() {
        return getCause() instanceof PageIoException loss ? loss : null;
    }
}
