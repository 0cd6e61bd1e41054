package dev.clog.offheap;

import dev.clog.api.TransactionId;

/**
 * What of a log is there at an instant: the ids from {@code oldestXid} to before {@code endXid}, and the way to their
 * pages. Immutable: a change of the log's extent swaps the whole of it.
 *
 * <p>Reading takes no lock and writes nothing that others read. Whoever changes a page enters it and leaves it; in
 * between its memory belongs to that page, however long ago the window was looked at.
 */
abstract class Window extends PageAccess {
    private final long oldestXid;
    private final long endXid;
    /** {@code endXid}, or less than every id when the window was left. */
    private final long limit;

    /** The first plain id and the number of them, each with its highest bit changed: so one signed comparison finds them. */
    private final long plainFirst;

    private final long plainCount;

    Window(long oldestXid, long endXid, boolean left) {
        this.oldestXid = oldestXid;
        this.endXid = endXid;
        limit = left ? Long.MIN_VALUE : endXid;
        long first = Math.max(oldestXid, (endXid - 1 & -1L << 32) + TransactionId.FIRST_NORMAL);
        plainFirst = first ^ Long.MIN_VALUE;
        plainCount = (left ? 0 : Math.max(0, endXid - first)) ^ Long.MIN_VALUE;
    }

    final long oldestXid() {
        return oldestXid;
    }

    final long endXid() {
        return endXid;
    }

    /** True for an id that has an entry here. */
    final boolean contains(long xid) {
        return xid >= oldestXid && xid < limit;
    }

    /**
     * True for most ids that have an entry here, and none that is a reserved one, in either id space: those of the epoch that
     * the window ends in. All others must be looked at closer.
     */
    final boolean isPlain(long xid) {
        return xid - plainFirst < plainCount;
    }

    /**
     * The LSN of a word of a page that the window has; 0 where none is known, for one because the page went to its file,
     * for which its LSNs were durable.
     */
    abstract long lsn(long wordNumber);

    /**
     * As {@link #enter} for a thread that holds the lock of the page's bank, and still does afterwards; there is no
     * {@link #exit}. The lock is given up meanwhile where the page is read in. Where this throws it may not be held.
     */
    Page enterLocked(long page) {
        return enter(page);
    }

    /** One that contains no id, in the place of this. */
    abstract Window left();

    /** True for what {@link #left} gives. */
    final boolean isLeft() {
        return limit == Long.MIN_VALUE;
    }
}
