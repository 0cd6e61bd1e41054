package dev.clog.offheap;

import dev.clog.api.IdSpace;
import dev.clog.api.LogClosedException;
import dev.clog.api.LogConfig;
import dev.clog.api.LogFailedException;
import dev.clog.api.LogInUseException;
import dev.clog.api.PageIoException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.WraparoundException;
import dev.clog.api.XidNotAssignedException;
import dev.clog.api.XidTooOldException;
import dev.clog.api.spi.FolderHeldException;
import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageStore;
import dev.clog.offheap.CheckpointWriter.ForceFailedException;
import dev.clog.offheap.format.StatusLayout;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * A transaction-status log on mapped segments: what {@code Clog.open} and {@code Clog.create} give.
 *
 * <p>Idea: readers and setters take one look at an immutable {@link Window} and work on the segments in it; all that
 * changes the window's extent, and all I/O, is serialised by {@code structure}. When the log fails or closes, the window
 * becomes an empty one that ends before every id, so that the fast paths need no further check: they all end in
 * {@link #outside}, which says why.
 *
 * <p>Segments are mapped copy-on-write. The kernel never writes a dirty page behind our back, as it may with a shared
 * mapping, so no status reaches the file before the checkpoint has flushed the write-ahead log for it.
 *
 * <p>A fault of a mapping, of a file that was cut or a disk that is gone, comes as an {@link InternalError} on a read of
 * the word. It fails the log and surfaces as {@link PageIoException}.
 */
public final class PagedStatusLog implements TransactionStatusLog {
    private static final Logger LOGGER = System.getLogger(PagedStatusLog.class.getName());

    private static final StatusLayout LAYOUT = StatusLayout.STANDARD;

    /** In WRAPPING_32, ids this close to the point where the oldest one would lie in the future are not handed out. */
    private static final long WRAP_MARGIN = 3_000_000;

    private final PageStore store;
    private final FolderLock folderLock;
    private final LogConfig config;
    private final IdSpace idSpace;
    private final SegmentFiles files;
    private final CheckpointWriter checkpointWriter;
    private final ReentrantLock structure = new ReentrantLock();

    /** Swapped under {@code structure}; the volatile read of it is what makes new segments and ids visible. */
    private volatile Window window;

    private volatile boolean inRecovery;
    private volatile boolean closed;
    private volatile Throwable failure;

    private PagedStatusLog(
            PageStore store, FolderLock folderLock, LogConfig config, Function<WindowReader, Window> reading) {
        this.store = store;
        this.folderLock = folderLock;
        this.config = config;
        idSpace = config.idSpace();
        files = new SegmentFiles(store, idSpace);
        checkpointWriter = new CheckpointWriter(files, config.writeAheadLog());
        window = reading.apply(new WindowReader(store, files, config));
        inRecovery = config.recovery();
    }

    /**
     * Makes a log in a folder that holds no page files: the page of the first id, zeroed and durable.
     *
     * @param store the folder; belongs to the log from here on, and is closed with it
     * @param config the id space; its next and oldest id must be the same, the first one to be handed out
     */
    public static PagedStatusLog create(PageStore store, LogConfig config) {
        return start(store, config, WindowReader::create);
    }

    /**
     * Opens the log of a folder. What the configuration says it holds must be there; statuses at and past the next id
     * are zeroed, durably, unless the log is opened in recovery.
     *
     * @param store the folder; belongs to the log from here on, and is closed with it
     * @param config the id space, the next and the oldest id
     */
    public static PagedStatusLog open(PageStore store, LogConfig config) {
        return start(store, config, WindowReader::open);
    }

    private static PagedStatusLog start(PageStore store, LogConfig config, Function<WindowReader, Window> reading) {
        FolderLock lock = null;
        try {
            JvmRequirements.check();
            lock = own(store);
            PagedStatusLog log = new PagedStatusLog(store, lock, config, reading);
            if (!config.recovery()) {
                log.zeroFrom(config.nextXid());
            }
            LOGGER.log(
                    Level.DEBUG,
                    "opened: folder={0} oldestXid={1} endXid={2}",
                    store.location(),
                    Long.toString(log.oldestXid()),
                    Long.toString(log.endXid()));
            return log;
        } catch (RuntimeException | Error e) {
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

    @Override
    public TransactionStatus status(long xid) {
        Window view = window;
        if (!view.contains(xid) || idSpace.isReserved(xid)) {
            return outside(xid, false);
        }
        return read(view, xid);
    }

    @Override
    public TransactionStatus statusOrFrozen(long xid) {
        Window view = window;
        if (!view.contains(xid) || idSpace.isReserved(xid)) {
            return outside(xid, true);
        }
        return read(view, xid);
    }

    private TransactionStatus read(Window view, long xid) {
        try {
            long word = view.segmentOf(xid).words().getVolatile(Segment.wordIndex(xid));
            return TransactionStatus.ofCode(StatusBits.codeOf(word, xid));
        } catch (InternalError e) {
            throw mappingFault(xid, e);
        }
    }

    private TransactionStatus outside(long xid, boolean frozenBelow) {
        checkUsable();
        if (idSpace.isReserved(xid)) {
            return idSpace.position(xid) == 0 ? TransactionStatus.ABORTED : TransactionStatus.COMMITTED;
        }
        if (frozenBelow && xid >= 0 && xid < window.oldestXid()) {
            return TransactionStatus.FROZEN;
        }
        throw noStatus(xid);
    }

    private RuntimeException noStatus(long xid) {
        Window view = window;
        checkUsable();
        return xid < view.oldestXid()
                ? new XidTooOldException(xid, view.oldestXid())
                : new XidNotAssignedException(xid, view.endXid());
    }

    @Override
    public void setTree(long xid, long[] children, TransactionStatus status, long lsn) {
        if (!status.isFinal()) {
            throw new IllegalArgumentException("not a status to set: status=" + status);
        }
        if (lsn < 0) {
            throw new IllegalArgumentException("a negative log position: lsn=" + lsn);
        }
        Window view = window;
        checkSettable(view, xid);
        for (long child : children) {
            checkSettable(view, child);
            if (child <= xid) {
                throw new IllegalArgumentException("a child is later than its parent: xid=" + xid + " child=" + child);
            }
        }
        try {
            TreeWriter.set(view, xid, children, status, lsn);
        } catch (InternalError e) {
            throw mappingFault(xid, e);
        }
    }

    private void checkSettable(Window view, long xid) {
        if (idSpace.isReserved(xid)) {
            checkUsable();
            throw new XidNotAssignedException(xid, idSpace);
        }
        if (!view.contains(xid)) {
            throw noStatus(xid);
        }
    }

    @Override
    public void extendTo(long xid) {
        if (xid < window.endXid()) {
            return;
        }
        structure.lock();
        try {
            checkUsable();
            if (xid >= window.endXid()) {
                refuseWraparound(xid);
                window = extended(window, xid);
            }
        } catch (InternalError e) {
            throw mappingFault(xid, e);
        } finally {
            structure.unlock();
        }
    }

    private void refuseWraparound(long xid) {
        long limit = window.oldestXid() + Integer.MAX_VALUE - WRAP_MARGIN;
        if (idSpace == IdSpace.WRAPPING_32 && xid >= limit) {
            throw new WraparoundException(xid, window.oldestXid(), limit);
        }
    }

    private Window extended(Window from, long xid) {
        Window to = from;
        while (to.endXid() <= xid) {
            long firstXid = to.endXid();
            long number = SegmentFiles.numberOf(firstXid);
            if (to.segment(number) == null) {
                to = to.withSegment(files.mapInFull(number));
            }
            announce(firstXid);
            zeroStale(to.segment(number), firstXid);
            to = to.withEnd(firstXid + LAYOUT.xidsPerPage());
        }
        return to;
    }

    private void announce(long firstXid) {
        try {
            config.writeAheadLog().pageZeroed(LAYOUT.page(firstXid));
        } catch (IOException e) {
            throw files.failure(
                    "can't log the new page", SegmentFiles.numberOf(firstXid), LAYOUT.pageOffset(firstXid), e);
        }
    }

    /**
     * A page that a file had before it became part of the log may hold statuses of another life. Its zeros are durable
     * before an id on it is handed out: else a crash before the next checkpoint would show those statuses for new ids.
     */
    private void zeroStale(Segment segment, long firstXid) {
        if (segment.zeroFrom(firstXid)) {
            writeOne(segment);
        }
    }

    private void writeOne(Segment segment) {
        try {
            checkpointWriter.write(segment);
        } catch (ForceFailedException e) {
            throw fail(e);
        }
    }

    @Override
    public void checkpoint() {
        structure.lock();
        try {
            checkUsable();
            checkpointWriter.write(window);
        } catch (ForceFailedException e) {
            throw fail(e);
        } catch (InternalError e) {
            throw mappingFault(window.oldestXid(), e);
        } finally {
            structure.unlock();
        }
    }

    @Override
    public void endRecovery(long nextXid) {
        structure.lock();
        try {
            checkUsable();
            if (!inRecovery) {
                throw new IllegalStateException("not in recovery: folder=" + store.location());
            }
            LogConfig end = config.withRange(window.oldestXid(), nextXid);
            Window view = extended(window, WindowReader.endFor(idSpace, end.nextXid()) - 1);
            window = view.withEnd(WindowReader.endFor(idSpace, nextXid));
            zeroFrom(nextXid);
            inRecovery = false;
        } catch (InternalError e) {
            throw mappingFault(nextXid, e);
        } finally {
            structure.unlock();
        }
    }

    /** No id from {@code nextXid} on was handed out: what the page says of them is stale, and must go durably. */
    private void zeroFrom(long nextXid) {
        if (window.contains(nextXid)) {
            zeroStale(window.segmentOf(nextXid), nextXid);
        }
    }

    @Override
    public long oldestXid() {
        return window.oldestXid();
    }

    @Override
    public long endXid() {
        return window.endXid();
    }

    @Override
    public boolean inRecovery() {
        return inRecovery;
    }

    @Override
    public IdSpace idSpace() {
        return idSpace;
    }

    @Override
    public void close() {
        structure.lock();
        try {
            if (!closed) {
                Throwable problem = failure == null ? lastCheckpoint() : null;
                closed = true;
                leaveWindow();
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

    /** The fast paths find no id any more. */
    private void leaveWindow() {
        window = Window.empty(window.oldestXid(), Long.MIN_VALUE);
    }

    private void checkUsable() {
        if (closed) {
            throw new LogClosedException(store.location());
        }
        if (failure != null) {
            throw new LogFailedException(store.location(), failure);
        }
    }

    private PageIoException fail(ForceFailedException e) {
        PageIoException cause = (PageIoException) e.getCause();
        fail(cause);
        return cause;
    }

    private PageIoException mappingFault(long xid, InternalError e) {
        long number = SegmentFiles.numberOf(xid);
        PageIoException fault = files.failure("can't read the page of xid " + xid, number, LAYOUT.pageOffset(xid), e);
        fail(fault);
        return fault;
    }

    private void fail(Throwable cause) {
        structure.lock();
        try {
            if (failure == null && !closed) {
                failure = cause;
                leaveWindow();
                LOGGER.log(Level.ERROR, "the log has failed: folder=" + store.location(), cause);
            }
        } finally {
            structure.unlock();
        }
    }
}
