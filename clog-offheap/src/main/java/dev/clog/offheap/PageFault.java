package dev.clog.offheap;

import java.io.IOException;

/** A page could not be had; the log, which knows for which id, makes it an error of the product. */
final class PageFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long page;

    PageFault(long page, IOException cause) {
        super("page " + page, cause);
        this.page = page;
    }

    /** Number of the page. */
    long page() {
        return page;
    }
}
