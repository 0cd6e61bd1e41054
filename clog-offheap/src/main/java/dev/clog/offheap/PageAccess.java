package dev.clog.offheap;

/** The way of a setter to the pages of a log: with no lock that it knows of ({@link Window}), or with one that it holds. */
abstract class PageAccess {

    /**
     * A word of a page, read in first where it is not in memory.
     *
     * @param wordNumber page number * 1024 + index of the word
     * @throws PageFault if it can't be read from its file, or has been truncated
     */
    abstract long word(long wordNumber);

    /**
     * Gives a page to change, which stays where it is until {@link #exit}. The caller enters no other before that.
     *
     * @throws PageFault as {@link #word}
     */
    abstract Page enter(long page);

    /** Ends what {@link #enter} began. */
    abstract void exit(Page page);
}
