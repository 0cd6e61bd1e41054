package dev.clog.offheap;

/**
 * What of a log is there at an instant: the ids from {@code oldestXid} to before {@code endXid}, and the way to their
 * pages. Immutable: a change of the log's extent swaps the whole of it.
 *
 * <p>Reading takes no lock and writes nothing that others read. Whoever changes a page enters it and leaves it; in
 * between its memory belongs to that page, however long ago the window was looked at.
 */
abstract class Window {
    private final long oldestXid;
    private final long endXid;
    /** {@code endXid}, or less than every id when the window was left. */
    private final long limit;

    Window(long oldestXid, long endXid, boolean left) {
        this.oldestXid = oldestXid;
        this.endXid = endXid;
        limit = left ? Long.MIN_VALUE : endXid;
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
     * A word of a page that the window has, read in first where it is not in memory.
     *
     * @param wordNumber page number * 1024 + index of the word
     * @throws PageFault if it can't be read from its file, or has been truncated
     */
    abstract long word(long wordNumber);

    /**
     * The LSN of a word of a page that the window has; 0 where none is known, for one because the page went to its file,
     * for which its LSNs were durable.
     */
    abstract long lsn(long wordNumber);

    /**
     * Gives a page to change, which stays where it is until {@link #exit}. The caller enters no other before that.
     *
     * @throws PageFault as {@link #word}
     */
    abstract Page enter(long page);

    /** Ends what {@link #enter} began. */
    abstract void exit(Page page);

    /** One that contains no id, in the place of this. */
    abstract Window left();

    /** True for what {@link #left} gives. */
    final boolean isLeft() {
        return limit == Long.MIN_VALUE;
    }
}
