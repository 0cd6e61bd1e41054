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
import java.util.ArrayList;
import java.util.List;

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
    private final PageCounters counters;

    LogReader(PageStore store, SegmentFiles files, LogConfig config, PageSpace space, PageCounters counters) {
        this.store = store;
        this.files = files;
        this.config = config;
        this.layout = files.layout();
        this.space = space;
        this.counters = counters;
    }

    /** The window of a log that is started so. */
    Window window(Start.From from) {
        return from == Start.From.NOTHING ? create() : open(from);
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
        counters.countZeroed();
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

    /** What the configuration describes: everything is checked before anything is made. */
    private Window open(Start.From from) {
        long oldest = config.oldestXid();
        long end = endFor(config.nextXid());
        long first = PageLayout.segment(layout.page(oldest));
        if (oldest >= end) {
            return space.window(oldest, end, first, first - 1);
        }
        long lastPage = layout.page(end - 1);
        long last = PageLayout.segment(lastPage);
        List<Long> missing = new ArrayList<>();
        for (long segment = first; segment <= last; segment++) {
            if (from == Start.From.LEFTOVERS || (config.recovery() && !files.exists(segment))) {
                missing.add(segment);
            } else {
                counters.countExists();
                long needed = Math.min(firstIn(segment + 1), Math.min(config.nextXid(), end)) - 1;
                long least = Math.max(oldest, firstIn(segment));
                if (least <= needed) { // else no id was handed out there: what a crash left of its making is filled up
                    files.checkHolds(least, needed);
                }
            }
        }
        missing.forEach(segment -> make(segment, from));
        files.allocate(last);
        return space.withPage(space.window(oldest, end, first, last - 1), lastPage, end);
    }

    /** In recovery a file that is not there reads as zeros: replay will fill it. */
    private void make(long segment, Start.From from) {
        if (from == Start.From.FILES) {
            LOGGER.log(Level.WARNING, "missing in recovery, starting it as zeros: file={0}", files.pathOf(segment));
        }
        files.allocate(segment);
    }

    private long firstIn(long segment) {
        return layout.firstXid(segment * PageLayout.PAGES_PER_SEGMENT);
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
