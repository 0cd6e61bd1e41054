package dev.clog.offheap;

/** A window on pages in a page cache. */
final class CachedWindow extends Window {
    private final PageCache cache;

    CachedWindow(long oldestXid, long endXid, PageCache cache) {
        this(oldestXid, endXid, cache, false);
    }

    private CachedWindow(long oldestXid, long endXid, PageCache cache, boolean left) {
        super(oldestXid, endXid, left);
        this.cache = cache;
    }

    @Override
    long word(long wordNumber) {
        return cache.word(wordNumber);
    }

    @Override
    long lsn(long wordNumber) {
        return cache.lsn(wordNumber);
    }

    @Override
    Page enter(long page) {
        return cache.enter(page);
    }

    @Override
    Page enterLocked(long page) {
        return cache.enterLocked(page);
    }

    @Override
    void exit(Page page) {
        cache.exit(page);
    }

    @Override
    Window left() {
        return new CachedWindow(oldestXid(), endXid(), cache, true);
    }
}
