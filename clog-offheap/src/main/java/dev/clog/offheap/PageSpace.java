package dev.clog.offheap;

import dev.clog.lock.LwLock;
import dev.clog.offheap.PageWriter.ForceFailedException;

/**
 * Where the pages of a log are in memory: what changes its extent and takes it to the files. Called by one thread at a
 * time, under the log's structure lock; readers and setters go through the {@link Window}s that this gives out.
 *
 * <p>Files are there, and long enough, before a space is told of their segments.
 */
interface PageSpace {

    /** The first window of a log, whose segments are those from {@code firstSegment} to {@code lastSegment}. */
    Window window(long oldestXid, long endXid, long firstSegment, long lastSegment);

    /** The window with one more page, the one that ends at {@code endXid}. */
    Window withPage(Window window, long page, long endXid);

    /** The window that ends at {@code endXid}, on a page that it has. */
    Window withEnd(Window window, long endXid);

    /** The window that begins at {@code oldestXid}: what the space holds of pages before {@code firstPage} is not written. */
    Window withOldest(Window window, long oldestXid, long firstPage);

    /** Waits until nobody uses the pages before {@code firstPage}, and forgets them, once a window without them is public. */
    void forgetBefore(long firstPage);

    /**
     * Writes and forces every page that is dirty when its turn comes.
     *
     * @throws dev.clog.api.PageIoException if a page can't be written; it and those after it are still dirty
     * @throws ForceFailedException if a file can't be forced
     */
    void checkpoint(Window window) throws ForceFailedException;

    /** Writes and forces one page. */
    void write(Window window, long page) throws ForceFailedException;

    /**
     * The locks of the banks that pages are in, page modulo banks. A thread holds at most one of them, and none of the
     * log's other locks is taken under it but by who waits for a slot of a cache.
     */
    LwLock[] bankLocks();

    /** Lets go of files and threads; windows that were given out are not used any more. */
    void close();
}
