package dev.clog.offheap;

import dev.clog.api.TransactionStatus;
import dev.clog.lock.LockMode;
import dev.clog.lock.LwLock;

/**
 * The cursor of a status log.
 *
 * <p>Under it a tree is set as without a lock, in the same phases and by compare-and-set, since readers, checkpoints and
 * setters that go their own way take no part in its locks. What the lock of a bank gives is that a page of a cache stays
 * where it is.
 *
 * <p>A page fault may make the log fail, which takes the log's structure lock; that one comes before the locks of banks, so
 * the bank is given up first.
 */
final class LockedPages extends PageAccess implements StatusCursor {
    private final PagedStatusLog log;
    private final LwLock[] banks;
    private final LockMode mode;
    private Window window;
    private LwLock held;

    LockedPages(PagedStatusLog log, LwLock[] banks, LockMode mode) {
        this.log = log;
        this.banks = banks;
        this.mode = mode;
    }

    @Override
    public void enter(int bank) {
        LwLock wanted = banks[bank];
        if (held != wanted) {
            close();
            wanted.acquire(mode);
            held = wanted;
        }
    }

    @Override
    public boolean enterUnlessSlow(int bank) {
        assert held == null : held;
        LwLock wanted = banks[bank];
        if (!wanted.acquireUnlessSlow(mode)) {
            return false;
        }
        held = wanted;
        return true;
    }

    @Override
    public void set(long xid, long[] children, TransactionStatus status, long lsn) {
        boolean set = false;
        try {
            window = log.checkedWindow(xid, children, status, lsn);
            TreeWriter.set(this, xid, children, status, lsn);
            log.confirm(window);
            set = true;
        } catch (PageFault e) {
            abandon();
            throw log.pageFault(xid, e);
        } finally {
            if (!set) {
                abandon();
            }
        }
    }

    /** After a failure: it may have come when the lock, given up for an I/O, could not be had again. */
    private void abandon() {
        if (held != null && !held.isHeldByCurrentThread()) {
            held = null;
        }
        close();
    }

    @Override
    public void close() {
        LwLock present = held;
        if (present != null) {
            held = null;
            present.release();
        }
    }

    @Override
    long word(long wordNumber) {
        return enter(wordNumber / PageLayout.WORDS_PER_PAGE)
                .getVolatile((int) wordNumber & PageLayout.WORDS_PER_PAGE - 1);
    }

    @Override
    Page enter(long page) {
        enter(bankOf(page));
        return window.enterLocked(page);
    }

    private int bankOf(long page) {
        return banks.length == 1 ? 0 : (int) (page % banks.length);
    }

    @Override
    void exit(Page page) {
        // The bank stays held, for what comes next.
    }
}
