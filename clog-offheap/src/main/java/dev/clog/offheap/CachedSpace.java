package dev.clog.offheap;

import dev.clog.lock.LockMode;
import dev.clog.lock.LwLock;
import dev.clog.offheap.PageWriter.ForceFailedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Pages in the slots of a {@link PageCache}: extent, checkpoint and truncation of it. */
final class CachedSpace implements PageSpace {
    private final PageCache cache;
    private final SegmentFiles files;
    private final PageWriter writer;
    private final Cleaner cleaner;

    /** Takes a cache over; with a cleaner if it is to have one. */
    CachedSpace(PageCache cache, SegmentFiles files, PageWriter writer, boolean cleaned) {
        this.cache = cache;
        this.files = files;
        this.writer = writer;
        cleaner = cleaned ? Cleaner.start(cache) : null;
    }

    @Override
    public Window window(long oldestXid, long endXid, long firstSegment, long lastSegment) {
        cache.forgetBefore(files.layout().page(oldestXid));
        return new CachedWindow(oldestXid, endXid, cache);
    }

    @Override
    public Window withPage(Window window, long page, long endXid) {
        cache.latestPage(page);
        return withEnd(window, endXid);
    }

    @Override
    public Window withEnd(Window window, long endXid) {
        return new CachedWindow(window.oldestXid(), endXid, cache);
    }

    @Override
    public Window withOldest(Window window, long oldestXid, long firstPage) {
        return new CachedWindow(oldestXid, window.endXid(), cache);
    }

    @Override
    public void forgetBefore(long firstPage) {
        cache.forgetBefore(firstPage);
    }

    /**
     * A page that another thread is writing is awaited: its mark is gone, its bytes are not in the file yet, and if that
     * write fails the mark is back. So the look is under the lock of the bank: without, it could find the mark gone before
     * the failure, and the state right after it.
     */
    @Override
    public void checkpoint(Window window) throws ForceFailedException {
        RuntimeException problem = null;
        for (Bank bank : cache.banks()) {
            for (Slot slot : toBeWritten(bank)) {
                try {
                    write(bank, slot);
                } catch (RuntimeException e) {
                    problem = joined(problem, e);
                }
            }
        }
        cache.segments().forceAll(writer);
        if (problem != null) {
            throw problem;
        }
    }

    private static List<Slot> toBeWritten(Bank bank) {
        List<Slot> found = new ArrayList<>();
        bank.acquire(LockMode.SHARED);
        try {
            for (Slot slot : bank.slots()) {
                if (slot.isDirty() || slot.state() == Slot.State.WRITING) {
                    found.add(slot);
                }
            }
        } finally {
            bank.release();
        }
        return found;
    }

    private static RuntimeException joined(RuntimeException earlier, RuntimeException later) {
        if (earlier == null) {
            return later;
        }
        earlier.addSuppressed(later);
        return earlier;
    }

    private void write(Bank bank, Slot slot) {
        bank.acquire(LockMode.EXCLUSIVE);
        try {
            cache.write(slot);
        } finally {
            bank.release();
        }
    }

    @Override
    public void write(Window window, long page) throws ForceFailedException {
        cache.writeIfHere(page);
        cache.segments().forceAll(writer);
    }

    @Override
    public LwLock[] bankLocks() {
        return Arrays.stream(cache.banks()).map(Bank::lock).toArray(LwLock[]::new);
    }

    @Override
    public void close() {
        if (cleaner != null) {
            cleaner.close();
        }
        cache.segments().closeAll();
    }
}
