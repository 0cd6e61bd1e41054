package dev.clog.offheap;

import dev.clog.api.IdSpace;
import dev.clog.api.LogConfig;
import dev.clog.api.SubtransactionLog;
import dev.clog.api.TransactionId;
import dev.clog.api.spi.PageStore;

/**
 * Parents of children on pages: four bytes an id, two ids a word. Of ids that wrap they are the low 32 bits of the parent's,
 * as in {@code pg_subtrans}; the higher bits are those of the latest such id before the child. Of others they are how far
 * the parent lies before the child.
 */
public final class PagedSubtransactionLog extends PagedLog implements SubtransactionLog {
    private static final int ENTRY_BYTES = 4;
    private static final long ENTRY_MASK = (1L << (8 * ENTRY_BYTES)) - 1;

    private final PageLayout layout;

    private PagedSubtransactionLog(PageStore store, LogConfig config) {
        super(store, config, PageLayout.ofEntries(ENTRY_BYTES, config.idSpace()), Start.RENEW);
        layout = PageLayout.ofEntries(ENTRY_BYTES, config.idSpace());
    }

    /**
     * Opens the log of a folder, or makes it: every entry of the ids from the oldest one on is zeroed.
     *
     * @param store the folder; belongs to the log from here on, and is closed with it
     * @param config the id space, the next and the oldest id
     */
    public static PagedSubtransactionLog open(PageStore store, LogConfig config) {
        return new PagedSubtransactionLog(store, config);
    }

    @Override
    public long parentOf(long xid) {
        Window view = window;
        if (!view.contains(xid) || idSpace.isReserved(xid)) {
            checkUsable();
            return NO_PARENT;
        }
        int entry = layout.entry(xid);
        try {
            long word = view.word(layout.page(xid) * PageLayout.WORDS_PER_PAGE + wordOf(entry));
            long kept = word >>> shiftOf(entry) & ENTRY_MASK;
            return kept == 0 ? NO_PARENT : parentKept(xid, kept);
        } catch (PageFault e) {
            throw pageFault(xid, e);
        }
    }

    private static int wordOf(int entry) {
        return entry >> 1;
    }

    private static int shiftOf(int entry) {
        return (entry & 1) << 5;
    }

    @Override
    public long topOf(long xid) {
        long top = xid;
        for (long parent = parentOf(top); parent != NO_PARENT; parent = parentOf(top)) {
            top = parent;
        }
        return top;
    }

    @Override
    public void setParent(long xid, long parent) {
        Window view = window;
        checkSettable(view, xid);
        if (parent >= xid || xid - parent > ENTRY_MASK || parent < 0 || idSpace.isReserved(parent)) {
            throw new IllegalArgumentException(
                    "a parent is earlier than its child, by less than 2^32: xid=" + xid + " parent=" + parent);
        }
        try {
            Page page = view.enter(layout.page(xid));
            try {
                set(page, xid, entryFor(parent, xid));
            } finally {
                view.exit(page);
            }
            confirm(view);
        } catch (PageFault e) {
            throw pageFault(xid, e);
        }
    }

    /** What an entry keeps of a parent; never 0, which ids that don't wrap may end in. */
    private long entryFor(long parent, long xid) {
        return idSpace == IdSpace.WRAPPING_32 ? TransactionId.low(parent) : xid - parent;
    }

    private long parentKept(long child, long kept) {
        return idSpace == IdSpace.WRAPPING_32 ? TransactionId.widen(kept, child) : child - kept;
    }

    private void set(Page page, long xid, long kept) {
        int entry = layout.entry(xid);
        int shift = shiftOf(entry);
        long present;
        do {
            present = page.getVolatile(wordOf(entry));
            long other = present >>> shift & ENTRY_MASK;
            if (other != 0) {
                if (other != kept) {
                    throw new IllegalStateException(
                            "xid " + xid + " has another parent already: parent=" + parentKept(xid, other));
                }
                return;
            }
        } while (!page.compareAndSet(wordOf(entry), present, present | kept << shift));
        page.markDirty();
    }
}
