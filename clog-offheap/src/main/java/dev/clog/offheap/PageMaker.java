package dev.clog.offheap;

import dev.clog.api.LogConfig;
import dev.clog.offheap.PageWriter.ForceFailedException;
import java.io.IOException;

/**
 * Makes pages part of a log, all zeros. One thread at a time, under the log's structure lock.
 *
 * <p>A page that a file had before it became part of the log may hold entries of another life. Its zeros are durable before
 * an id on it is handed out: else a crash before the next checkpoint would show those entries for new ids.
 */
final class PageMaker {
    private final LogConfig config;
    private final SegmentFiles files;
    private final PageLayout layout;
    private final PageSpace space;
    private final PageCounters counters;

    /** Zeros were set in memory and are not in the file, since writing them failed. */
    private boolean zeroesPending;

    PageMaker(LogConfig config, SegmentFiles files, PageSpace space, PageCounters counters) {
        this.config = config;
        this.files = files;
        this.layout = files.layout();
        this.space = space;
        this.counters = counters;
    }

    /** The window that goes on to the page of {@code xid}; in replay the write-ahead log has the records already. */
    Window extended(Window from, long xid, boolean replaying) throws ForceFailedException {
        Window to = from;
        while (to.endXid() <= xid) {
            long firstXid = to.endXid();
            long page = layout.page(firstXid);
            if (PageLayout.pageInSegment(page) == 0 || firstXid == from.oldestXid()) {
                files.allocate(PageLayout.segment(page));
            }
            to = space.withPage(to, page, layout.endXid(page));
            if (!replaying) {
                announce(page);
            }
            zero(to, page);
            counters.countZeroed();
        }
        return to;
    }

    private void announce(long page) {
        try {
            config.writeAheadLog().pageZeroed(page);
        } catch (IOException e) {
            throw files.failure("can't log the new page", PageLayout.segment(page), PageLayout.offset(page), e);
        }
    }

    /** Zeroes a page that the window has, durably. */
    void zero(Window view, long page) throws ForceFailedException {
        zeroFromBit(view, page, 0);
    }

    /** Zeroes what the page of {@code nextXid} says at and past it: no such id was handed out. */
    void zeroFrom(Window view, long nextXid) throws ForceFailedException {
        if (view.contains(nextXid)) {
            zeroFromBit(view, layout.page(nextXid), layout.entry(nextXid) * layout.entryBits());
        }
    }

    /** Zeroes every page that the window has, durably. */
    void zeroAll(Window view) throws ForceFailedException {
        for (long xid = view.oldestXid(); xid < view.endXid(); xid = layout.endXid(layout.page(xid))) {
            zero(view, layout.page(xid));
        }
    }

    private void zeroFromBit(Window view, long pageNumber, int fromBit) throws ForceFailedException {
        Page page = view.enter(pageNumber);
        try {
            zeroesPending |= page.zeroFrom(fromBit);
            if (fromBit == 0) {
                page.forgetLsns(); // only replay zeroes a page that had statuses, and what it sets is durable
            }
            if (zeroesPending) { // those of an attempt that failed are zeros in memory already, and not in the file
                page.markDirty();
            }
        } finally {
            view.exit(page);
        }
        if (zeroesPending) {
            space.write(view, pageNumber);
            zeroesPending = false;
        }
    }
}
