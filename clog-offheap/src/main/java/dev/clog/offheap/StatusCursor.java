package dev.clog.offheap;

import dev.clog.api.TransactionStatus;

/**
 * Sets trees with the lock of their pages' bank held, and keeps it from one to the next: many trees, one acquisition.
 *
 * <p>Belongs to the thread that asked {@link PagedStatusLog#cursor} for it. It holds at most one bank, and gives that up
 * before it takes another, so that cursors need no order among banks; whoever has many trees sets those of one bank after
 * each other. While it holds one the thread must not read statuses, which may take the same lock.
 */
public interface StatusCursor extends AutoCloseable {

    /** Takes the lock of a bank, waiting as long as it takes. Nothing happens where it is held already. */
    void enter(int bank);

    /**
     * As {@link #enter}, unless the lock is held by one that is slow: see {@link dev.clog.lock.LwLock#acquireUnlessSlow}.
     * The cursor holds none before.
     *
     * @return whether the lock was taken
     */
    boolean enterUnlessSlow(int bank);

    /**
     * As {@link PagedStatusLog#setTree}, under the locks of the banks of its ids, that of the parent first where all are
     * in one. A lock is held afterwards; none where this throws. While a page is read in or written none is held.
     */
    void set(long xid, long[] children, TransactionStatus status, long lsn);

    /** Gives up the lock that is held, if there is one. The cursor may be used again. */
    @Override
    void close();
}
