package dev.clog.offheap;

import dev.clog.api.CommitTimestamp;
import dev.clog.api.CommitTimestampLog;
import dev.clog.api.LogConfig;
import dev.clog.api.spi.PageStore;

/**
 * Times of commits on pages: ten bytes an id, eight of time and two of origin, the least significant first, 819 a page.
 * An entry spans two words, so it is read and changed under its page's latch, the monitor of {@link Page}.
 *
 * <pre>
 *   entry e at byte b = 10 e        word b / 8                 word b / 8 + 1
 *                                  +--------------------------+--------------------------+
 *   s = 8 (b mod 8), 0 to 48       | before |    time, low    | time, high|origin| after |
 *                                  +--------------------------+--------------------------+
 *                                  0        s                 0           s     s+16
 * </pre>
 */
public final class PagedCommitTimestampLog extends PagedLog implements CommitTimestampLog {
    private static final int ENTRY_BYTES = 10;
    private static final int ORIGIN_BITS = 16;
    private static final long ORIGIN_MASK = (1L << ORIGIN_BITS) - 1;

    private final PageLayout layout;

    private PagedCommitTimestampLog(PageStore store, LogConfig config, Start start) {
        super(store, config, PageLayout.ofEntries(ENTRY_BYTES, config.idSpace()), start);
        layout = PageLayout.ofEntries(ENTRY_BYTES, config.idSpace());
    }

    /** Makes a log in a folder that holds no page files; parameters as {@link PagedStatusLog#create}. */
    public static PagedCommitTimestampLog create(PageStore store, LogConfig config) {
        return new PagedCommitTimestampLog(store, config, Start.CREATE);
    }

    /** Opens the log of a folder; parameters as {@link PagedStatusLog#open}. */
    public static PagedCommitTimestampLog open(PageStore store, LogConfig config) {
        return new PagedCommitTimestampLog(store, config, Start.OPEN);
    }

    @Override
    public CommitTimestamp timestamp(long xid) {
        Window view = window;
        checkSettable(view, xid);
        try {
            Page page = view.enter(layout.page(xid));
            try {
                return read(page, layout.entry(xid) * ENTRY_BYTES);
            } finally {
                view.exit(page);
            }
        } catch (PageFault e) {
            throw pageFault(xid, e);
        }
    }

    private static CommitTimestamp read(Page page, int offset) {
        int index = offset >> 3;
        int shift = (offset & 7) << 3;
        long low;
        long high;
        synchronized (page) {
            low = page.getVolatile(index);
            high = page.getVolatile(index + 1);
        }
        long micros = shift == 0 ? low : low >>> shift | high << -shift;
        return micros == 0 ? null : new CommitTimestamp(micros, (int) (high >>> shift & ORIGIN_MASK));
    }

    @Override
    public void setTree(long xid, long[] children, CommitTimestamp time) {
        Window view = window;
        checkSettable(view, xid);
        for (long child : children) {
            checkSettable(view, child);
        }
        set(view, xid, time);
        for (long child : children) {
            set(view, child, time);
        }
        confirm(view);
    }

    private void set(Window view, long xid, CommitTimestamp time) {
        try {
            Page page = view.enter(layout.page(xid));
            try {
                write(page, layout.entry(xid) * ENTRY_BYTES, time);
            } finally {
                view.exit(page);
            }
        } catch (PageFault e) {
            throw pageFault(xid, e);
        }
    }

    private static void write(Page page, int offset, CommitTimestamp time) {
        int index = offset >> 3;
        int shift = (offset & 7) << 3;
        long lowMask = -1L << shift;
        long highMask = -1L >>> (Long.SIZE - ORIGIN_BITS - shift);
        long timeHigh = shift == 0 ? 0 : time.micros() >>> -shift;
        synchronized (page) {
            put(page, index, lowMask, time.micros() << shift);
            put(page, index + 1, highMask, timeHigh | ((long) time.origin() << shift));
        }
        page.markDirty();
    }

    /** Changes the bits of a mask; nobody else changes the word, for the latch is held. */
    private static void put(Page page, int index, long mask, long bits) {
        long present = page.getVolatile(index);
        boolean alone = page.compareAndSet(index, present, (present & ~mask) | bits);
        assert alone : "changed without the latch: word=" + index;
    }
}
