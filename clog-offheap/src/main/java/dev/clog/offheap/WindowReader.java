package dev.clog.offheap;

import dev.clog.api.IdSpace;
import dev.clog.api.LogConfig;
import dev.clog.api.LogFormatException;
import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Finds the pages of a log in its folder, when one is created or opened. All that must be there is checked before anything
 * is changed; the one change to a folder that is in order is that its last segment is filled up with zeros, for pages to
 * come.
 */
final class WindowReader {
    private static final Logger LOGGER = System.getLogger(WindowReader.class.getName());

    private static final StatusLayout LAYOUT = StatusLayout.STANDARD;

    private final PageStore store;
    private final SegmentFiles files;
    private final LogConfig config;

    WindowReader(PageStore store, SegmentFiles files, LogConfig config) {
        this.store = store;
        this.files = files;
        this.config = config;
    }

    /** The window of a new log in a folder without page files: the page of the next id, zeroed. */
    Window create() {
        if (config.oldestXid() != config.nextXid()) {
            throw new IllegalArgumentException(
                    "a new log holds no ids yet: oldestXid=" + config.oldestXid() + " nextXid=" + config.nextXid());
        }
        refusePageFiles();
        long next = config.nextXid();
        Segment segment = files.mapInFull(SegmentFiles.numberOf(next));
        return Window.empty(config.oldestXid(), pageStart(next) + LAYOUT.xidsPerPage())
                .withSegment(segment);
    }

    private void refusePageFiles() {
        try {
            for (StoreEntry entry : store.entries()) {
                if (StatusLayout.segmentOf(entry.name()).isPresent()) {
                    throw new LogFormatException(
                            "the folder of a new log must hold no page files",
                            store.location() + "/" + entry.name(),
                            -1);
                }
            }
        } catch (IOException e) {
            throw new PageIoException("can't read the folder of a new log", store.location(), -1, e);
        }
    }

    /** The window of the log that the configuration describes. */
    Window open() {
        long oldest = config.oldestXid();
        long end = endFor(config.idSpace(), config.nextXid());
        Window window = Window.empty(oldest, end);
        if (oldest >= end) {
            return window;
        }
        long last = SegmentFiles.numberOf(end - 1);
        makeMissing(SegmentFiles.numberOf(oldest), last);
        files.checkHolds(last, firstIn(last), config.nextXid() - 1);
        for (long number = SegmentFiles.numberOf(oldest); number < last; number++) {
            window = window.withSegment(files.map(number, firstIn(number), LAYOUT.firstPosition(number + 1) - 1));
        }
        return window.withSegment(files.mapInFull(last));
    }

    private long firstIn(long number) {
        return Math.max(config.oldestXid(), LAYOUT.firstPosition(number));
    }

    /** In recovery a file that is not there reads as zeros: replay will fill it. */
    private void makeMissing(long first, long last) {
        if (config.recovery()) {
            for (long number = first; number <= last; number++) {
                if (!files.exists(number)) {
                    LOGGER.log(
                            Level.WARNING, "missing in recovery, starting it as zeros: file={0}", files.pathOf(number));
                    files.mapInFull(number);
                }
            }
        }
    }

    /**
     * The end of the pages of a log whose next id is {@code next}: that of its page, or the start of its page if it is
     * the first id there that may be assigned, since the page is made only when that one is handed out.
     */
    static long endFor(IdSpace idSpace, long next) {
        long start = pageStart(next);
        return next == idSpace.skipReserved(start) ? start : start + LAYOUT.xidsPerPage();
    }

    private static long pageStart(long xid) {
        return xid - xid % LAYOUT.xidsPerPage();
    }
}
