package dev.clog.offheap;

import dev.clog.api.HorizonLease;
import dev.clog.api.IdSpace;
import dev.clog.api.LogConfig;
import dev.clog.api.PageIoException;
import dev.clog.api.PageLog;
import dev.clog.api.PageStatistics;
import dev.clog.api.WraparoundException;
import dev.clog.api.XidNotAssignedException;
import dev.clog.api.XidTooOldException;
import dev.clog.api.spi.PageStore;
import dev.clog.lock.LwLock;
import dev.clog.offheap.PageWriter.ForceFailedException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
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
    private final PageSpace space;
    private final LogReader reader;
    private final PageMaker maker;
    private final Truncation truncation;
    private final LogCondition condition;
    private final IdLimits limits;
    private final CommitSections commits = new CommitSections();
    private final ReentrantLock checkpointing = new ReentrantLock();
    private final ReentrantLock structure = new ReentrantLock();

    /** Swapped under {@code structure}; the volatile read of it is what makes new pages and ids visible. */
    volatile Window window;

    private volatile boolean inRecovery;

    /** Takes the folder, and creates or opens the log; on failure everything is let go, and the store closed. */
    PagedLog(PageStore store, LogConfig config, PageLayout layout, Start start) {
        this.config = config;
        this.layout = layout;
        idSpace = config.idSpace();
        inRecovery = config.recovery();
        folder = OwnedFolder.take(store);
        condition = new LogCondition(folder.location());
        limits = new IdLimits(idSpace, folder.location());
        files = new SegmentFiles(store, layout);
        space = folder.orLetGo(() -> start.space(config, files, counters));
        reader = new LogReader(store, files, config, space, counters);
        maker = new PageMaker(config, files, space, counters);
        truncation = new Truncation(config, store, files, space, counters);
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
        letGo(failure);
        return failure;
    }

    /** Of files and the folder; returns the failure that there was, or the first one of these. */
    private Throwable letGo(Throwable failure) {
        Throwable first = failure;
        try {
            space.close();
        } catch (RuntimeException e) {
            if (first == null) {
                first = e;
            } else {
                first.addSuppressed(e);
            }
        }
        folder.release(first);
        return first;
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

    /** A change of the log's extent. */
    @FunctionalInterface
    private interface Change {
        void run() throws ForceFailedException;
    }

    /** Makes a change that was asked for because of {@code xid}, alone, and its faults errors of the product. */
    private void change(long xid, Change change) {
        structure.lock();
        try {
            checkUsable();
            change.run();
        } catch (ForceFailedException e) {
            throw fail(e);
        } catch (PageFault e) {
            throw pageFault(xid, e);
        } finally {
            structure.unlock();
        }
    }

    @Override
    public final void extendTo(long xid) {
        Window view = window;
        if (xid < view.endXid() && limits.allows(xid, view.oldestXid()) && !view.isLeft()) {
            return;
        }
        change(xid, () -> {
            if (!inRecovery) { // else the horizon may be older than the one that the ids were handed out by
                limits.check(xid, window.oldestXid());
            }
            if (xid >= window.endXid()) {
                limits.warn(xid, window.oldestXid());
                window = maker.extended(window, xid, inRecovery);
            }
        });
    }

    @Override
    public final void checkpoint() {
        checkpointing.lock();
        try {
            checkUsable();
            commits.awaitEarlier();
            write(window);
            counters.countFlush();
            change(oldestXid(), this::advanceHorizon);
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
        try {
            change(oldestXid, () -> {
                if (layout.page(oldestXid) > layout.page(window.endXid() - 1) && oldestXid > window.endXid()) {
                    if (!inRecovery) {
                        throw new WraparoundException(oldestXid, window.endXid());
                    }
                    window = maker.extended(window, oldestXid, true);
                }
                truncation.want(oldestXid);
                advanceHorizon();
            });
            return oldestXid();
        } finally {
            checkpointing.unlock();
        }
    }

    private void advanceHorizon() {
        if (truncation.advance(window.oldestXid(), this::moveHorizon)) {
            truncation.removeBelow(window, inRecovery);
        }
    }

    private void moveHorizon(long oldestXid) {
        window = space.withOldest(window, oldestXid, layout.page(oldestXid));
    }

    @Override
    public final HorizonLease retain(long xid) {
        HorizonLease lease = truncation.retain(xid, this::oldestXid);
        if (lease == null) {
            throw noEntry(xid);
        }
        return lease;
    }

    @Override
    public final void replayPageZeroed(long pageNumber) {
        long firstXid = layout.firstXid(pageNumber);
        change(firstXid, () -> {
            checkInRecovery();
            if (firstXid >= window.endXid()) {
                window = maker.extended(window, firstXid, true);
            } else if (layout.endXid(pageNumber) > window.oldestXid()) {
                maker.zero(window, pageNumber);
            }
        });
    }

    private void checkInRecovery() {
        if (!inRecovery) {
            throw new IllegalStateException("not in recovery: folder=" + folder.location());
        }
    }

    @Override
    public final void endRecovery(long nextXid) {
        change(nextXid, () -> {
            checkInRecovery();
            long end =
                    reader.endFor(config.withRange(window.oldestXid(), nextXid).nextXid());
            Window view = space.withEnd(maker.extended(window, end - 1, true), end);
            maker.zeroFrom(view, nextXid);
            window = view;
            inRecovery = false;
        });
    }

    /** The folder, as errors name it. */
    public final String location() {
        return folder.location();
    }

    /** See {@link PageSpace#bankLocks}. */
    final LwLock[] bankLocks() {
        return space.bankLocks();
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
            if (condition.close()) {
                Window last = window;
                window = last.left();
                rethrow(letGo(condition.hasFailed() ? null : lastCheckpoint(last)));
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
        condition.check();
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
            if (condition.fail(cause)) {
                window = window.left();
            }
        } finally {
            structure.unlock();
        }
    }
}
