package dev.clog.groupcommit.journal;

import dev.clog.api.LogInUseException;
import dev.clog.api.PageIoException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.spi.FolderHeldException;
import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.WriteAheadLog;
import dev.clog.lock.HeldLocks;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/**
 * A write-ahead log of commits, for engines that have no log of their own. Acknowledged means on disk: {@link #flush} of
 * the position that an append returned. What a crash leaves is replayed on the next open.
 *
 * <p>All but {@link #open} and {@link #close} may be called by any number of threads, platform or virtual. Appending copies
 * into memory, and writes only where the buffer is full; {@link #flush} waits for a force. An error of the disk is final:
 * everyone gets an {@link IOException} from then on, and the journal must be opened again. An interrupt never ends a wait,
 * and stays in the thread's flag.
 *
 * <p>Sources: PostgreSQL {@code xlog.c}; the patches "group commit" of 2012 and "xloginsert-scale" of 2013.
 */
/*
 * A record goes through the InsertionBuffer, which gives it its position, into the JournalFiles; a leader of the GroupFlush
 * has the buffer written and the files forced (LogDevice). The BackgroundFlush asks for that where nobody waits. Files are
 * made in advance, in full, by a thread of their own, so that a force is one of data only, and a full disk is met early.
 */
public final class CommitJournal implements WriteAheadLog, Closeable {
    private static final Logger LOGGER = System.getLogger(CommitJournal.class.getName());

    private final PageStore store;
    private final FolderLock folderLock;
    private final JournalOpening opening;
    private final InsertionBuffer buffer;
    private final JournalFiles files;
    private final GroupFlush flush;
    private final BackgroundFlush background;
    private final JournalThread fileThread;
    private final LongAdder records = new LongAdder();
    private boolean closed;

    private CommitJournal(PageStore store, FolderLock folderLock, JournalConfig config) {
        this.store = store;
        this.folderLock = folderLock;
        opening = JournalOpening.read(store);
        FileMaker maker = new FileMaker(store, config.fileBytes());
        JournalFile current = opening.clean(maker);
        files = new JournalFiles(store, maker, opening.sizes(), current, this::wantNextFile);
        long endLsn = opening.endLsn();
        buffer = new InsertionBuffer(files, this::flushedLsn, endLsn, config.bufferBytes(), config.insertionLocks());
        LogDevice device = new Device();
        flush = new GroupFlush(device, endLsn, config.commitDelay());
        background = BackgroundFlush.start(flush, device, config.writerDelayMs());
        fileThread = startFileThread();
    }

    /**
     * Opens the journal of a folder of its own, or makes it where there is none. The folder is this journal's until it is
     * closed; the store belongs to it from here on, also if this fails.
     *
     * @throws LogInUseException if the folder is owned by another journal
     * @throws dev.clog.api.LogFormatException if what is in the folder is no journal; nothing has changed then
     * @throws PageIoException if a file can't be read, written or made
     */
    public static CommitJournal open(PageStore store, JournalConfig config) {
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(config, "config");
        FolderLock lock = null;
        try {
            lock = store.lock("process " + ProcessHandle.current().pid());
            return new CommitJournal(store, lock, config);
        } catch (FolderHeldException e) {
            throw releasing(store, lock, new LogInUseException(store.location(), e.holder(), e));
        } catch (IOException e) {
            throw releasing(
                    store, lock, new PageIoException("can't take the folder of the journal", store.location(), -1, e));
        } catch (RuntimeException e) {
            throw releasing(store, lock, e);
        } catch (Error e) {
            throw releasing(store, lock, e);
        }
    }

    private JournalThread startFileThread() {
        try {
            return JournalThread.start("clog journal files", this::makeNextFile);
        } catch (RuntimeException | Error e) { // no memory for a thread
            background.stop();
            try {
                files.close();
            } catch (IOException | RuntimeException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    private static <E extends Throwable> E releasing(PageStore store, FolderLock lock, E failure) {
        try (store;
                lock) {
            assert failure != null;
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    /** What {@link GroupFlush} forces: what is in the buffer is written, and the files are forced. */
    private final class Device implements LogDevice {
        @Override
        public long appendedLsn() {
            return buffer.appendedLsn();
        }

        @Override
        public long force() throws IOException {
            long lsn = buffer.writeOut();
            files.force();
            return lsn;
        }
    }

    private void wantNextFile() {
        fileThread.wake();
    }

    private long makeNextFile() {
        try {
            files.makeNext();
        } catch (IOException e) {
            LOGGER.log(
                    Level.WARNING,
                    "the next file of the journal can't be made yet; commits fail if that stays so: folder="
                            + store.location(),
                    e);
        }
        return JournalThread.UNTIL_WOKEN;
    }

    /** The last checkpoint before the journal was opened. */
    public Optional<Checkpoint> lastCheckpoint() {
        return Optional.ofNullable(opening.lastCheckpoint());
    }

    /** Where the journal ended when it was opened, that is, where replay ends. */
    public long openedLsn() {
        return opening.endLsn();
    }

    /**
     * Shows the records that were there when the journal was opened, from the redo point of the last checkpoint on, or all
     * if there was none.
     *
     * @throws PageIoException if a file can't be read
     */
    public void replay(JournalVisitor visitor) {
        Checkpoint last = opening.lastCheckpoint();
        replay(last == null ? opening.startLsn() : Math.max(last.redoLsn(), opening.startLsn()), visitor);
    }

    /**
     * Shows the records that were there when the journal was opened. To be called before anything is removed.
     *
     * @param fromLsn a position where a record begins, from where on
     * @throws IllegalArgumentException if the journal did not reach there, or begins later
     * @throws PageIoException if a file can't be read
     */
    public void replay(long fromLsn, JournalVisitor visitor) {
        Objects.requireNonNull(visitor, "visitor");
        if (fromLsn < opening.startLsn() || fromLsn > opening.endLsn()) {
            throw new IllegalArgumentException("the journal to replay begins at " + opening.startLsn() + " and ends at "
                    + opening.endLsn() + ": fromLsn=" + fromLsn);
        }
        try (JournalStream stream = new JournalStream(store, opening.sizes())) {
            RecordReader reader = new RecordReader(stream, fromLsn, opening.endLsn());
            while (reader.next()) {
                reader.show(visitor);
            }
            if (reader.lsn() != opening.endLsn()) {
                throw new PageIoException(
                        "the journal could be read up to " + opening.endLsn() + " before, and now up to "
                                + reader.lsn(),
                        store.location(),
                        -1,
                        null);
            }
        }
    }

    /**
     * Appends the end of a tree of transactions; nothing is durable yet.
     *
     * @param children ids of the children, which are copied; empty for none
     * @param status committed or aborted
     * @return the position up to which {@link #flush} makes it durable
     * @throws IOException if the journal has failed or is closed
     * @throws IllegalStateException if the thread holds so many locks that it can't take those that an append needs
     */
    public long append(long xid, long[] children, TransactionStatus status) throws IOException {
        return switch (status) {
            case COMMITTED -> append(RecordKind.COMMIT, xid, children);
            case ABORTED -> append(RecordKind.ABORT, xid, children);
            default -> throw new IllegalArgumentException("a transaction ends committed or aborted: status=" + status);
        };
    }

    /** Appends that a page of the status log was zeroed; as {@link #append(long, long[], TransactionStatus)}. */
    public long appendPageZeroed(long pageNumber) throws IOException {
        return append(RecordKind.PAGE_ZEROED, pageNumber);
    }

    /** Appends that statuses below an id are gone; as {@link #append(long, long[], TransactionStatus)}. */
    public long appendTruncate(long oldestXid) throws IOException {
        return append(RecordKind.TRUNCATE, oldestXid);
    }

    /** Appends that ids below one may be handed out; as {@link #append(long, long[], TransactionStatus)}. */
    public long appendReservation(long endXid) throws IOException {
        return append(RecordKind.RESERVATION, endXid);
    }

    /** Appends a checkpoint that has ended; as {@link #append(long, long[], TransactionStatus)}. */
    public long appendCheckpoint(Checkpoint checkpoint) throws IOException {
        return append(RecordKind.CHECKPOINT, checkpoint.redoLsn(), checkpoint.nextXid(), checkpoint.oldestXid());
    }

    private long append(RecordKind kind, long first, long... further) throws IOException {
        ByteBuffer record = RecordLayout.encode(kind, first, further);
        records.increment(); // before: what is thrown once the record is there says that it is not
        return buffer.insert(record);
    }

    /** The end of the journal now: a position where a record begins, or will; the redo point of a checkpoint. */
    public long appendedLsn() {
        return buffer.appendedLsn();
    }

    @Override
    public long flushedLsn() {
        return flush.flushedLsn();
    }

    /**
     * Returns when the journal is durable up to {@code lsn}.
     *
     * @throws IllegalArgumentException if nothing has been appended there
     * @throws IOException if the journal has failed or was closed, and the position was not known to be durable before
     * @throws IllegalStateException if the thread holds so many locks that it can't take those that a force needs
     */
    @Override
    public void flush(long lsn) throws IOException {
        if (lsn > flush.flushedLsn()) {
            HeldLocks.requireRoom(InsertionBuffer.MOST_LOCKS); // in the middle of a force it would be too late
        }
        flush.flush(lsn);
    }

    /**
     * Has the journal made durable up to {@code lsn} soon, by another thread; does not wait.
     *
     * @throws IllegalArgumentException if nothing has been appended there
     */
    public void requestFlush(long lsn) {
        background.request(lsn);
    }

    /** Has what was appended made durable within the delay of asynchronous commits; does not wait. */
    public void scheduleFlush() {
        background.schedule();
    }

    /** Adds one who is told when more has become durable. */
    public void addListener(DurabilityListener listener) {
        flush.addListener(listener);
    }

    /** As {@link GroupFlush#countActiveWith}. */
    public void countActiveWith(IntSupplier running) {
        flush.countActiveWith(running);
    }

    /** Empty, or why nothing more will become durable: the failure, or that the journal was closed. */
    public Optional<IOException> end() {
        return Optional.ofNullable(flush.end());
    }

    /** Appends the record, and returns when it is durable. */
    @Override
    public void pageZeroed(long pageNumber) throws IOException {
        flush(appendPageZeroed(pageNumber));
    }

    /** Appends the record, and returns when it is durable. */
    @Override
    public void truncated(long oldestXid) throws IOException {
        flush(appendTruncate(oldestXid));
    }

    /**
     * Removes files that hold nothing from a position on, durably; called after a checkpoint has ended, and its record is
     * durable, with its redo point.
     *
     * @param lsn a position where a record begins
     * @throws IllegalArgumentException if the journal is not durable up to there
     * @throws PageIoException if that can't be done; files are left then that a later call removes
     */
    public void removeBefore(long lsn) {
        if (lsn > flushedLsn()) {
            throw new IllegalArgumentException(
                    "only what is durable can be removed: lsn=" + lsn + " flushedLsn=" + flushedLsn());
        }
        try {
            files.removeBefore(lsn);
        } catch (IOException e) {
            throw new PageIoException("can't remove old files of the journal", store.location(), -1, e);
        }
    }

    /** Counts up to now. */
    public JournalStatistics statistics() {
        JournalFiles.FileCounts counts = files.counts();
        return new JournalStatistics(
                records.sum(),
                buffer.appendedLsn() - opening.endLsn(),
                buffer.waits(),
                counts.present(),
                counts.made(),
                counts.reused(),
                counts.removed(),
                flush.statistics());
    }

    /**
     * Makes durable what has been appended, answers everyone who waits, and lets the folder go. Calling it again does
     * nothing. A journal that has failed before is closed without another error: {@link #end} says why, and {@link
     * #flushedLsn} up to where it is durable.
     *
     * @throws PageIoException if the last force fails, or a file can't be closed
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        buffer.close();
        try (store;
                folderLock) {
            try {
                flush.close();
            } finally {
                background.stop();
                fileThread.stop();
                files.close();
            }
        } catch (IOException e) {
            throw new PageIoException("can't close the journal", store.location(), -1, e);
        }
    }
}
