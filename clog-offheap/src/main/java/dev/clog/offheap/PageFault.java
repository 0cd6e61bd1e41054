package dev.clog.offheap;

import dev.clog.api.PageIoException;
import java.io.IOException;

/** A page could not be had; the log, which knows for which id, makes it an error of the product. */
final class PageFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The page could not be read in; null if it was truncated. */
    PageFault(long page, IOException cause) {
        super("page " + page, cause);
    }

    /** What was durable is lost, so the log has failed. */
    PageFault(PageIoException loss) {
        super(loss);
    }

    /** The failure of the log, or null. */
    PageIoException loss() {
        return getCause() instanceof PageIoException loss ? loss : null;
    }
}
