package dev.clog.offheap;

import dev.clog.api.HorizonLease;
import dev.clog.api.IdSpace;
import dev.clog.api.LogClosedException;
import dev.clog.api.LogConfig;
import dev.clog.api.LogFailedException;
import dev.clog.api.PageIoException;
import dev.clog.api.PageLog;
import dev.clog.api.PageStatistics;
import dev.clog.api.WraparoundException;
import dev.clog.api.XidNotAssignedException;
import dev.clog.api.XidTooOldException;
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
 * window's extent is serialised by {@code structure}. When the log fails or closes,
 * the window becomes one that ends before every id, so that the fast paths need no further check: they all end in
 * {@link #noEntry}, which says why.
 *
 * <p>Two locks: {@code structure} for what changes the extent; {@code checkpointing}, taken before it, for what must not
 * meet a checkpoint, so that a log grows while one flushes the engine's log and writes.
 *
 * <p>Lock order: {@code checkpointing}, {@code structure}, then the monitor of {@link HorizonHolders} or the locks of a page cache.
 */
abstract class PagedLog implements PageLog {
    private static final Logger LOGGER = System.getLogger(PagedLog.class.getName());

    final LogConfig config;
    final IdSpace idSpace;
    final PageCounters counters = new PageCounters();
    private final OwnedFolder folder;
    private final PageLayout layout;
    private final SegmentFiles files;
    private final SegmentRemoval removal;
    private final PageSpace space;
    private final LogReader reader;
    private final PageMaker maker;
    private final CommitSections commits = new CommitSections();
    private final HorizonHolders holders = new HorizonHolders();
    private final ReentrantLock checkpointing = new ReentrantLock();
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
        this.config = config;
        this.layout = layout;
        idSpace = config.idSpace();
        inRecovery = config.recovery();
        folder = OwnedFolder.take(store);
        files = new SegmentFiles(store, layout);
        removal = new SegmentRemoval(store, layout);
        space = start.space(config, files, counters);
        reader = new LogReader(store, files, config, space);
        maker = new PageMaker(config, files, space, counters);
        try {
            window = reader.window(start.from());
            if (start.from() == Start.From.LEFTOVERS) {
                maker.zeroAll(window);
            } else if (!inRecovery) {
                maker.zeroFrom(window, config.nextXid());
            }
        } catch (ForceFailedException e) {
            throw abandoned(e.failure());
        } catch (PageFault e) {
            throw abandoned(e.loss() != null ? e.loss() : files.unreadable(e, config.nextXid()));
        } catch (RuntimeException e) {
            throw abandoned(e);
        } catch (Error e) {
            throw abandoned(e);
        }
        LOGGER.log(
                Level.DEBUG,
                "opened: folder={0} oldestXid={1} endXid={2}",
                folder.location(),
                Long.toString(window.oldestXid()),
                Long.toString(window.endXid()));
    }

    private <E extends Throwable> E abandoned(E failure) {
        space.close();
        folder.release(failure);
        return failure;
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

    /**
     * Called when a change is complete, and before it is acknowledged. Where the log was closed or failed meanwhile the
     * change may not be in the files, and this throws. Else the window was there after the page was marked, and so the last
     * checkpoint, which comes after the window was left, finds the mark.
     *
     * @param changed the window that the change was made through
     */
    final void confirm(Window changed) {
        Window present = window;
        if (present != changed && present.isLeft()) {
            checkUsable();
        }
    }

    @Override
    public final void extendTo(long xid) {
        if (xid < window.endXid() && !window.isLeft()) {
            return;
        }
        structure.lock();
        try {
            checkUsable();
            if (xid >= window.endXid()) {
                IdLimits.check(xid, window.oldestXid(), idSpace, folder.location());
                window = maker.extended(window, xid, inRecovery);
            }
        } catch (ForceFailedException e) {
            throw fail(e);
        } catch (PageFault e) {
            throw pageFault(xid, e);
        } finally {
            structure.unlock();
        }
    }

    @Override
    public final void checkpoint() {
        checkpointing.lock();
        try {
            checkUsable();
            commits.awaitEarlier();
            write(window);
            counters.countFlush();
            structure.lock();
            try {
                checkUsable();
                advanceHorizon();
            } finally {
                structure.unlock();
            }
        } finally {
            checkpointing.unlock();
        }
    }

    private void write(Window view) {
        try {
            space.checkpoint(view);
        } catch (ForceFailedException e) {
            throw fail(e);
        } catch (PageFault e) {
            throw pageFault(view.oldestXid(), e);
        }
    }

    @Override
    public final long truncate(long oldestXid) {
        checkpointing.lock();
        structure.lock();
        try {
            checkUsable();
            if (layout.page(oldestXid) > layout.page(window.endXid() - 1) && oldestXid > window.endXid()) {
                if (!inRecovery) {
                    throw new WraparoundException(oldestXid, window.endXid());
                }
                window = maker.extended(window, oldestXid, true);
            }
            holders.want(oldestXid);
            advanceHorizon();
            return window.oldestXid();
        } catch (ForceFailedException e) {
            throw fail(e);
        } catch (PageFault e) {
            throw pageFault(oldestXid, e);
        } finally {
            structure.unlock();
            checkpointing.unlock();
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
                window = maker.extended(window, firstXid, true);
            } else if (layout.endXid(pageNumber) > window.oldestXid()) {
                maker.zero(window, pageNumber);
            }
        } catch (ForceFailedException e) {
            throw fail(e);
        } catch (PageFault e) {
            throw pageFault(layout.firstXid(pageNumber), e);
        } finally {
            structure.unlock();
        }
    }

    private void checkInRecovery() {
        if (!inRecovery) {
            throw new IllegalStateException("not in recovery: folder=" + folder.location());
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
            Window view = space.withEnd(maker.extended(window, end - 1, true), end);
            maker.zeroFrom(view, nextXid);
            window = view;
            inRecovery = false;
        } catch (ForceFailedException e) {
            throw fail(e);
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
        checkpointing.lock();
        structure.lock();
        try {
            if (!closed) {
                Window last = window;
                closed = true;
                window = last.left();
                Throwable problem = failure == null ? lastCheckpoint(last) : null;
                space.close();
                folder.release(problem);
                rethrow(problem);
            }
        } finally {
            structure.unlock();
            checkpointing.unlock();
        }
    }

    /** Of the window that was left: a setter that is acknowledged was done before it was, see {@link #confirm}. */
    private Throwable lastCheckpoint(Window last) {
        try {
            space.checkpoint(last);
            counters.countFlush();
            return null;
        } catch (ForceFailedException e) {
            return e.failure();
        } catch (PageFault e) {
            return e.loss() != null ? e.loss() : files.unreadable(e, last.oldestXid());
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
            throw new LogClosedException(folder.location());
        }
        if (failure != null) {
            throw new LogFailedException(folder.location(), failure);
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
        checkUsable();
        return e.getCause() != null && !(xid < window.oldestXid()) ? files.unreadable(e, xid) : noEntry(xid);
    }

    private void fail(Throwable cause) {
        structure.lock();
        try {
            if (failure == null && !closed) {
                failure = cause;
                window = window.left();
                LOGGER.log(Level.ERROR, "the log has failed: folder=" + folder.location(), cause);
            }
        } finally {
            structure.unlock();
        }
    }
}
