package dev.clog.offheap;

import dev.clog.api.LogConfig;
import dev.clog.api.LogFormatException;
import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.LongConsumer;

/**
 * Finds the pages of a log in its folder, when one is created or opened. All that must be there is checked before anything
 * is changed; the one change to a folder that is in order is that its last segment is filled up with zeros, for pages to
 * come.
 */
final class LogReader {
    private static final Logger LOGGER = System.getLogger(LogReader.class.getName());

    private final PageStore store;
    private final SegmentFiles files;
    private final LogConfig config;
    private final PageLayout layout;
    private final PageSpace space;

    LogReader(PageStore store, SegmentFiles files, LogConfig config, PageSpace space) {
        this.store = store;
        this.files = files;
        this.config = config;
        this.layout = files.layout();
        this.space = space;
    }

    /** The window of a log that is started so. */
    Window window(Start.From from) {
        return switch (from) {
            case NOTHING -> create();
            case FILES -> open(config.recovery() ? this::makeMissing : segment -> {});
            case LEFTOVERS -> open(files::allocate);
        };
    }

    /** In a folder without page files: the page of the next id, zeroed. */
    private Window create() {
        if (config.oldestXid() != config.nextXid()) {
            throw new IllegalArgumentException(
                    "a new log holds no ids yet: oldestXid=" + config.oldestXid() + " nextXid=" + config.nextXid());
        }
        refusePageFiles();
        long page = layout.page(config.nextXid());
        long segment = PageLayout.segment(page);
        files.allocate(segment);
        Window nothing = space.window(config.oldestXid(), layout.firstXid(page), segment, segment - 1);
        return space.withPage(nothing, page, layout.endXid(page));
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

    /** What the configuration describes, after each segment was prepared. */
    private Window open(LongConsumer prepare) {
        long oldest = config.oldestXid();
        long end = endFor(config.nextXid());
        long first = PageLayout.segment(layout.page(oldest));
        if (oldest >= end) {
            return space.window(oldest, end, first, first - 1);
        }
        long lastPage = layout.page(end - 1);
        long last = PageLayout.segment(lastPage);
        for (long segment = first; segment <= last; segment++) {
            prepare.accept(segment);
        }
        files.checkHolds(Math.max(oldest, firstIn(last)), Math.min(config.nextXid(), end) - 1);
        Window window = space.window(oldest, end, first, last - 1);
        files.allocate(last);
        return space.withPage(window, lastPage, end);
    }

    private long firstIn(long segment) {
        return layout.firstXid(segment * PageLayout.PAGES_PER_SEGMENT);
    }

    /** In recovery a file that is not there reads as zeros: replay will fill it. */
    private void makeMissing(long segment) {
        if (!files.exists(segment)) {
            LOGGER.log(Level.WARNING, "missing in recovery, starting it as zeros: file={0}", files.pathOf(segment));
            files.allocate(segment);
        }
    }

    /**
     * The end of the pages of a log whose next id is {@code next}: that of its page, or the start of its page if it is
     * the first id there that may be assigned, since the page is made only when that one is handed out.
     */
    long endFor(long next) {
        long page = layout.page(next);
        long start = layout.firstXid(page);
        return next == config.idSpace().skipReserved(start) ? start : layout.endXid(page);
    }
}
