package dev.clog.offheap;

import dev.clog.api.HorizonLease;
import dev.clog.api.IdSpace;
import dev.clog.api.LogClosedException;
import dev.clog.api.LogConfig;
import dev.clog.api.LogFailedException;
import dev.clog.api.LogInUseException;
import dev.clog.api.PageIoException;
import dev.clog.api.PageLog;
import dev.clog.api.PageStatistics;
import dev.clog.api.WraparoundException;
import dev.clog.api.XidNotAssignedException;
import dev.clog.api.XidTooOldException;
import dev.clog.api.spi.FolderHeldException;
import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageStore;
import dev.clog.offheap.PageWriter.ForceFailedException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What all logs on pages share: how they are opened, extended, written, truncated and closed, and how they fail.
 *
 * <p>Idea: readers and setters take one look at an immutable {@link Window} and work on its pages; all that changes the
 * window's extent, and all I/O but that of a page cache, is serialised by {@code structure}. When the log fails or closes,
 * the window becomes one that ends before every id, so that the fast paths need no further check: they all end in
 * {@link #noEntry}, which says why.
 *
 * <p>Lock order: {@code structure}, then the monitor of {@link HorizonHolders} or the locks of a page cache.
 */
abstract class PagedLog implements PageLog {
    private static final Logger LOGGER = System.getLogger(PagedLog.class.getName());

    /** In WRAPPING_32, ids this close to the point where the oldest one would lie in the future are not handed out. */
    private static final long WRAP_MARGIN = 3_000_000;

    /** From this close to that point on each new page comes with a warning. */
    private static final long WRAP_WARNING = 40_000_000;

    final LogConfig config;
    final IdSpace idSpace;
    final PageCounters counters = new PageCounters();
    private final PageStore store;
    private final FolderLock folderLock;
    private final PageLayout layout;
    private final SegmentFiles files;
    private final SegmentRemoval removal;
    private final PageSpace space;
    private final LogReader reader;
    private final CommitSections commits = new CommitSections();
    private final HorizonHolders holders = new HorizonHolders();
    private final ReentrantLock structure = new ReentrantLock();

    /** Swapped under {@code structure}; the volatile read of it is what makes new pages and ids visible. */
    volatile Window window;

    /** Files that precede the horizon could not be removed; guarded by {@code structure}. */
    private boolean leftovers;

    private volatile boolean inRecovery;
    private volatile boolean closed;
    private volatile Throwable failure;

    /** Takes the folder, and creates or opens the log; on failure everything is let go, and the store closed. */
    PagedLog(PageStore store, LogConfig config, PageLayout layout, Start start) {
        this.store = store;
        this.config = config;
        this.layout = layout;
        idSpace = config.idSpace();
        inRecovery = config.recovery();
        files = new SegmentFiles(store, layout);
        removal = new SegmentRemoval(store, layout);
        FolderLock lock = null;
        PageSpace made = null;
        try {
            JvmRequirements.check();
            lock = own(store);
            folderLock = lock;
            made = start.space(config, files, counters);
            space = made;
            reader = new LogReader(store, files, config, space);
            window = reader.window(start.from());
            if (start.from() == Start.From.LEFTOVERS) {
                zeroAll();
            } else if (!inRecovery) {
                zeroFrom(config.nextXid());
            }
            LOGGER.log(
                    Level.DEBUG,
                    "opened: folder={0} oldestXid={1} endXid={2}",
                    store.location(),
                    Long.toString(window.oldestXid()),
                    Long.toString(window.endXid()));
        } catch (RuntimeException | Error e) {
            if (made != null) {
                made.close();
            }
            release(lock, store, e);
            throw e;
        }
    }

    private static FolderLock own(PageStore store) {
        try {
            return store.lock("process " + ProcessHandle.current().pid());
        } catch (FolderHeldException e) {
            throw new LogInUseException(store.location(), e.holder(), e);
        } catch (IOException e) {
            throw new PageIoException("can't take the folder of the log", store.location(), -1, e);
        }
    }

    private static void release(FolderLock lock, PageStore store, Throwable failure) {
        try (store;
                lock) {
            LOGGER.log(Level.DEBUG, "released: folder={0}", store.location());
        } catch (IOException e) {
            if (failure == null) {
                throw new PageIoException("can't release the folder of the log", store.location(), -1, e);
            }
            failure.addSuppressed(e);
        }
    }

    /** Why there is no entry for an id; throws where the log is closed or has failed. */
    final RuntimeException noEntry(long xid) {
        Window view = window;
        checkUsable();
        if (idSpace.isReserved(xid)) {
            return new XidNotAssignedException(xid, idSpace);
        }
        return xid < view.oldestXid()
                ? new XidTooOldException(xid, view.oldestXid())
                : new XidNotAssignedException(xid, view.endXid());
    }

    final void checkSettable(Window view, long xid) {
        if (!view.contains(xid) || idSpace.isReserved(xid)) {
            throw noEntry(xid);
        }
    }

    @Override
    public final void extendTo(long xid) {
        if (xid < window.endXid()) {
            return;
        }
        structure.lock();
        try {
            checkUsable();
            if (xid >= window.endXid()) {
                guardWraparound(xid);
                window = extended(window, xid);
            }
        } catch (PageFault e) {
            throw pageFault(xid, e);
        } finally {
            structure.unlock();
        }
    }

    private void guardWraparound(long xid) {
        if (idSpace != IdSpace.WRAPPING_32) {
            return;
        }
        long oldest = window.oldestXid();
        long wrap = oldest + Integer.MAX_VALUE;
        if (xid >= wrap - WRAP_MARGIN) {
            throw new WraparoundException(xid, oldest, wrap - WRAP_MARGIN);
        }
        if (xid >= wrap - WRAP_WARNING) {
            LOGGER.log(
                    Level.WARNING,
                    "{0} ids are left to hand out before the log must be truncated: folder={1} xid={2} oldestXid={3}",
                    Long.toString(wrap - WRAP_MARGIN - xid),
                    store.location(),
                    Long.toString(xid),
                    Long.toString(oldest));
        }
    }

    private Window extended(Window from, long xid) {
        Window to = from;
        while (to.endXid() <= xid) {
            long firstXid = to.endXid();
            long page = layout.page(firstXid);
            if (PageLayout.pageInSegment(page) == 0 || firstXid == window.oldestXid()) {
                files.allocate(PageLayout.segment(page));
            }
            to = space.withPage(to, page, layout.endXid(page));
            announce(page);
            zeroPage(to, page, 0);
            counters.countZeroed();
        }
        return to;
    }

    private void announce(long page) {
        if (inRecovery) {
            return;
        }
        try {
            config.writeAheadLog().pageZeroed(page);
        } catch (IOException e) {
            throw files.failure("can't log the new page", PageLayout.segment(page), PageLayout.offset(page), e);
        }
    }

    /**
     * A page that a file had before it became part of the log may hold entries of another life. Its zeros are durable
     * before an id on it is handed out: else a crash before the next checkpoint would show those entries for new ids.
     */
    private void zeroPage(Window view, long pageNumber, int fromBit) {
        boolean changed;
        Page page = view.enter(pageNumber);
        try {
            changed = page.zeroFrom(fromBit);
        } finally {
            view.exit(page);
        }
        if (changed) {
            try {
                space.write(view, pageNumber);
            } catch (ForceFailedException e) {
                throw fail(e);
            }
        }
    }

    /** No id from {@code nextXid} on was handed out: what the page says of them is stale, and must go durably. */
    private void zeroFrom(long nextXid) {
        if (window.contains(nextXid)) {
            zeroPage(window, layout.page(nextXid), layout.entry(nextXid) * entryBits());
        }
    }

    private void zeroAll() {
        for (long xid = window.oldestXid(); xid < window.endXid(); xid = layout.endXid(layout.page(xid))) {
            zeroPage(window, layout.page(xid), 0);
        }
    }

    /** Bits of an entry. */
    abstract int entryBits();

    @Override
    public final void checkpoint() {
        structure.lock();
        try {
            checkUsable();
            commits.awaitEarlier();
            space.checkpoint(window);
            counters.countFlush();
            advanceHorizon();
        } catch (ForceFailedException e) {
            throw fail(e);
        } catch (PageFault e) {
            throw pageFault(window.oldestXid(), e);
        } finally {
            structure.unlock();
        }
    }

    @Override
    public final long truncate(long oldestXid) {
        structure.lock();
        try {
            checkUsable();
            if (layout.page(oldestXid) > layout.page(window.endXid() - 1) && oldestXid > window.endXid()) {
                if (!inRecovery) {
                    throw new WraparoundException(oldestXid, window.endXid());
                }
                window = extended(window, oldestXid);
            }
            holders.want(oldestXid);
            advanceHorizon();
            return window.oldestXid();
        } catch (PageFault e) {
            throw pageFault(oldestXid, e);
        } finally {
            structure.unlock();
        }
    }

    private void advanceHorizon() {
        if (!holders.advance(window.oldestXid(), this::moveHorizon) && !leftovers) {
            return;
        }
        leftovers = true;
        long firstPage = layout.page(window.oldestXid());
        space.forgetBefore(firstPage);
        List<String> names = removal.removable(firstPage, Math.max(firstPage, layout.page(window.endXid() - 1)));
        if (!names.isEmpty()) {
            announceHorizon();
            removal.remove(names);
        }
        leftovers = false;
        counters.countTruncate();
    }

    private void moveHorizon(long oldestXid) {
        window = space.withOldest(window, oldestXid, layout.page(oldestXid));
    }

    private void announceHorizon() {
        if (inRecovery) {
            return;
        }
        try {
            config.writeAheadLog().truncated(window.oldestXid());
        } catch (IOException e) {
            throw files.failure("can't log the truncation", PageLayout.segment(layout.page(window.oldestXid())), -1, e);
        }
    }

    @Override
    public final HorizonLease retain(long xid) {
        HorizonLease lease = holders.retain(xid, this::oldestXid);
        if (lease == null) {
            throw noEntry(xid);
        }
        return lease;
    }

    @Override
    public final void replayPageZeroed(long pageNumber) {
        structure.lock();
        try {
            checkUsable();
            checkInRecovery();
            long firstXid = layout.firstXid(pageNumber);
            if (firstXid >= window.endXid()) {
                window = extended(window, firstXid);
            } else if (layout.endXid(pageNumber) > window.oldestXid()) {
                zeroPage(window, pageNumber, 0);
            }
        } catch (PageFault e) {
            throw pageFault(layout.firstXid(pageNumber), e);
        } finally {
            structure.unlock();
        }
    }

    private void checkInRecovery() {
        if (!inRecovery) {
            throw new IllegalStateException("not in recovery: folder=" + store.location());
        }
    }

    @Override
    public final void endRecovery(long nextXid) {
        structure.lock();
        try {
            checkUsable();
            checkInRecovery();
            long end =
                    reader.endFor(config.withRange(window.oldestXid(), nextXid).nextXid());
            Window view = extended(window, end - 1);
            window = space.withEnd(view, end);
            zeroFrom(nextXid);
            inRecovery = false;
        } catch (PageFault e) {
            throw pageFault(nextXid, e);
        } finally {
            structure.unlock();
        }
    }

    /** Entered by commits, and awaited by checkpoints. */
    final CommitSections commits() {
        return commits;
    }

    @Override
    public final long oldestXid() {
        return window.oldestXid();
    }

    @Override
    public final long endXid() {
        return window.endXid();
    }

    @Override
    public final boolean inRecovery() {
        return inRecovery;
    }

    @Override
    public final IdSpace idSpace() {
        return idSpace;
    }

    @Override
    public final PageStatistics statistics() {
        return counters.statistics();
    }

    @Override
    public final void resetStatistics() {
        counters.reset();
    }

    @Override
    public final void close() {
        structure.lock();
        try {
            if (!closed) {
                Throwable problem = failure == null ? lastCheckpoint() : null;
                closed = true;
                window = window.left();
                space.close();
                release(folderLock, store, problem);
                rethrow(problem);
            }
        } finally {
            structure.unlock();
        }
    }

    private Throwable lastCheckpoint() {
        try {
            checkpoint();
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    private static void rethrow(Throwable problem) {
        if (problem instanceof RuntimeException runtime) {
            throw runtime;
        }
        if (problem instanceof Error error) {
            throw error;
        }
    }

    final void checkUsable() {
        if (closed) {
            throw new LogClosedException(store.location());
        }
        if (failure != null) {
            throw new LogFailedException(store.location(), failure);
        }
    }

    private PageIoException fail(ForceFailedException e) {
        fail(e.failure());
        return e.failure();
    }

    /** A page could not be read in, went with a truncation, or its file was cut: then the log has failed. */
    final RuntimeException pageFault(long xid, PageFault e) {
        if (e.loss() != null) {
            fail(e.loss());
            return e.loss();
        }
        return window.contains(xid) ? files.unreadable(xid, e.getCause()) : noEntry(xid);
    }

    private void fail(Throwable cause) {
        structure.lock();
        try {
            if (failure == null && !closed) {
                failure = cause;
                window = window.left();
                LOGGER.log(Level.ERROR, "the log has failed: folder=" + store.location(), cause);
            }
        } finally {
            structure.unlock();
        }
    }
}
