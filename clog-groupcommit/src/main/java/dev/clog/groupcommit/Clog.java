package dev.clog.groupcommit;

import dev.clog.api.HorizonLease;
import dev.clog.api.ParentLookup;
import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.journal.CommitJournal;
import dev.clog.groupcommit.running.ProcArray;
import dev.clog.groupcommit.running.Snapshot;
import dev.clog.groupcommit.running.XidAssigner;
import dev.clog.groupcommit.status.StatusWriter;
import dev.clog.groupcommit.status.StatusWriterStatistics;
import dev.clog.offheap.PagedStatusLog;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

/**
 * Transactions for an engine that has no log of its own: ids, the running set and snapshots of it, durable commits, and the
 * status of every transaction from a horizon on. One folder, which one process owns at a time.
 *
 * <p>All methods may be called from any thread, platform or virtual, at any time, but that one transaction is used by one
 * thread at a time. A wait parks the thread; an interrupt does not end it and stays in the thread's flag.
 *
 * <p>Order of a commit: its record is in the journal; the journal is on the disk; the status is set; the transaction leaves
 * the running set. So a reader asks first whether a transaction runs, best of a {@link #snapshot}, and only then for its
 * status: one that ran when its process crashed stays {@link TransactionStatus#IN_PROGRESS} for ever.
 *
 * <p>Durability: what {@link #commit} acknowledged is there after any crash. What was not acknowledged is there or not, a
 * tree as a whole. A commit that threw {@link dev.clog.api.LogFailedException} is one of those: its record may have reached
 * the disk or not, and only opening the log again tells. Until then nobody sees it committed.
 *
 * <p>Errors: if the journal or the status log can't be forced, or a status can't be set whose record is in the journal, the
 * log has failed, for good: this and every later call throws {@link dev.clog.api.LogFailedException}, and those who wait get
 * it too. Close it and open it again. Where a method says that something else was thrown, nothing has changed.
 *
 * <p>The JVM needs the flags of {@code clog.jvmargs}, as for {@link PageLogs}.
 *
 * <p>Sources: PostgreSQL {@code xact.c}, {@code varsup.c}, {@code procarray.c}, {@code CreateCheckPoint}.
 */
public final class Clog implements AutoCloseable {
    private final Health health;
    private final CommitJournal journal;
    private final PagedStatusLog log;
    private final StatusWriter writer;
    private final ProcArray running;
    private final XidAssigner ids;
    private final Commits commits;
    private final Checkpointer checkpointer;
    private final LongConsumer enter;

    /** Owns the parts; if this fails the caller closes them. */
    Clog(ClogParts parts) {
        health = parts.health();
        journal = parts.journal();
        log = parts.log();
        writer = parts.writer();
        running = parts.running();
        enter = this::enter;
        checkpointer = new Checkpointer(parts);
        ids = new XidAssigner(
                parts.nextXid(), log, checkpointer.reservation(), parts.config().idRange());
        commits = new Commits(parts, checkpointer::appended);
        journal.countActiveWith(running::running);
        journal.addListener((lsn, end) -> {
            if (end != null && !health.isClosed()) {
                health.fail(end);
            }
        });
    }

    /** After a crash, or in a new folder: from here on the journal is read from this point. */
    void start(boolean checkpointFirst) {
        if (checkpointFirst) {
            checkpointer.checkpoint();
        }
        checkpointer.start();
    }

    /**
     * Opens the log of a folder, or makes it: {@link #builder} with the {@link ClogConfig#defaults}. What a crash left is
     * recovered.
     *
     * @param folder its parent must be there
     * @throws dev.clog.api.LogInUseException if the folder is owned by another log
     * @throws dev.clog.api.LogFormatException if what is in the folder is something else; nothing has changed then
     * @throws dev.clog.api.PageIoException if a file can't be made, read or written
     */
    public static Clog open(Path folder) {
        return builder(folder).open();
    }

    /** Opens the log of a folder, or makes it, with a configuration. */
    public static ClogBuilder builder(Path folder) {
        return new ClogBuilder(Objects.requireNonNull(folder, "folder"));
    }

    private void enter(long xid) {
        health.check();
        running.enter(xid);
    }

    /**
     * Begins a transaction: hands out an id, once in the life of the log. Waits for those who do the same, and for I/O
     * where ids are used up faster than new ones are reserved.
     *
     * @return 64-bit id, which runs from here on, until it is committed or aborted
     * @throws dev.clog.api.WraparoundException if no id is left before they wrap; {@link #truncate} the log
     * @throws dev.clog.api.PageIoException if the page of the id can't be made; it may be tried again
     */
    public long begin() {
        health.check();
        return ids.assign(enter);
    }

    /**
     * Begins a child of a transaction: it commits with it, or is aborted, alone or with it.
     *
     * @param xid the transaction at the top of the tree, which runs
     * @return 64-bit id of the child
     * @throws IllegalStateException if {@code xid} is not a transaction that runs
     */
    public long beginChild(long xid) {
        health.check();
        return ids.assign(child -> {
            health.check();
            running.enterChild(child, xid);
        });
    }

    /**
     * Commits a transaction with all its children that run. Durable on return; waits for a force of the journal, which
     * others share.
     *
     * @throws IllegalStateException if it does not run, or is being ended
     */
    public void commit(long xid) {
        commits.commit(xid, null);
    }

    /**
     * Commits a transaction with some of its children. The others are over as well: they never count as committed.
     *
     * @param children ids of children that run, in any order; read during the call only
     * @throws IllegalStateException if the transaction does not run, or is being ended
     * @throws IllegalArgumentException if a child is not one of it that runs
     */
    public void commit(long xid, long[] children) {
        commits.commit(xid, children.clone());
    }

    /**
     * Commits as {@link #commit(long)}, but does not wait until it is durable: that it is within the delay that the
     * journal's configuration says. A crash before that loses it, as a whole, and all asynchronous commits after it.
     *
     * @return the position for {@link #flush}, after which it is durable
     * @throws IllegalStateException as {@link #commit(long)}
     */
    public long commitAsync(long xid) {
        return commits.commitAsync(xid, null);
    }

    /** {@link #commitAsync(long)}, of children as {@link #commit(long, long[])}. */
    public long commitAsync(long xid, long[] children) {
        return commits.commitAsync(xid, children.clone());
    }

    /**
     * Commits as {@link #commit(long)}, without a thread that waits. The stage is complete once the commit is durable and
     * visible; if the log fails first it completes with that {@link dev.clog.api.LogFailedException}. What follows a stage
     * without an executor of its own runs in the thread that completes all of them, and must not block.
     *
     * @throws IllegalStateException as {@link #commit(long)}
     */
    public CompletionStage<Void> commitStage(long xid) {
        return commits.commitStage(xid, null);
    }

    /** {@link #commitStage(long)}, of children as {@link #commit(long, long[])}. */
    public CompletionStage<Void> commitStage(long xid, long[] children) {
        return commits.commitStage(xid, children.clone());
    }

    /**
     * Aborts a transaction and all its children. Waits for no disk: after a crash it counts as not committed either way.
     *
     * @throws IllegalStateException as {@link #commit(long)}
     */
    public void abort(long xid) {
        commits.abort(xid);
    }

    /**
     * Aborts some children of a transaction, which goes on: a rollback to a savepoint.
     *
     * @param children as in {@link #commit(long, long[])}
     * @throws IllegalStateException as {@link #commit(long)}
     * @throws IllegalArgumentException as {@link #commit(long, long[])}
     */
    public void abortChildren(long xid, long... children) {
        commits.abortChildren(xid, children.clone());
    }

    /**
     * Returns when the journal is durable up to a position.
     *
     * @param lsn what {@link #commitAsync} returned, or the largest of several
     */
    public void flush(long lsn) {
        health.check();
        commits.flushAsked(lsn);
    }

    /** The position up to which the journal is durable: asynchronous commits up to there outlive a crash. */
    public long flushedLsn() {
        return journal.flushedLsn();
    }

    /** Which transactions have not ended, at an instant during the call; see {@link ProcArray#snapshot}. */
    public Snapshot snapshot() {
        health.check();
        return running.snapshot();
    }

    /** Whether a transaction or child runs now. */
    public boolean isRunning(long xid) {
        health.check();
        return running.isRunning(xid);
    }

    /**
     * The status of a transaction or child, as {@link dev.clog.api.TransactionStatusLog#status}: for an id handed out
     * before, at or above {@link #oldestXid}. A commit shows here a little before it leaves the running set.
     */
    public TransactionStatus status(long xid) {
        health.check();
        return log.status(xid);
    }

    /** {@link #status}, except that an id below the horizon is {@link TransactionStatus#FROZEN} and no error. */
    public TransactionStatus statusOrFrozen(long xid) {
        health.check();
        return log.statusOrFrozen(xid);
    }

    /** Whether a transaction or child is committed; a child whose commit is under way is as its parent. */
    public boolean isCommitted(long xid) {
        health.check();
        TransactionStatus status = log.status(xid);
        if (status != TransactionStatus.SUB_COMMITTED) {
            return status == TransactionStatus.COMMITTED;
        }
        long top = running.topOf(xid);
        // If it has left the running set meanwhile its own status is final by now.
        return log.status(top == ParentLookup.NO_PARENT ? xid : top) == TransactionStatus.COMMITTED;
    }

    /**
     * The position up to which {@link #flush} must have returned before the status of a transaction may be stored
     * elsewhere, such as in a hint on a row; see {@link dev.clog.api.TransactionStatusLog#latestLsn}.
     */
    public long latestLsn(long xid) {
        health.check();
        return log.latestLsn(xid);
    }

    /**
     * Brings all statuses to their files, and removes what of the journal is not needed any more. One is taken in the
     * background when the journal has grown, so this is for engines that want to choose the time. Commits go on meanwhile.
     *
     * @throws dev.clog.api.PageIoException if a file can't be written or removed; a later one may succeed
     */
    public void checkpoint() {
        health.check();
        checkpointer.checkpoint();
    }

    /**
     * Moves the horizon up: statuses below it are gone, and the files that only held such. Goes no further than the oldest
     * transaction that runs, and the least id that is retained. A snapshot may be older than that: whoever still reads
     * with one retains its {@link Snapshot#xmin}, or asks only for ids that the engine knows to be above the horizon.
     *
     * @param oldestXid 64-bit id, the least that keeps its status; at most the next one
     * @return the horizon now
     * @throws dev.clog.api.PageIoException if the journal can't be told, or a file can't be removed: the horizon has moved
     */
    public long truncate(long oldestXid) {
        health.check();
        // Whoever begins after the first look gets an id that is not below it.
        long limit = running.oldestRunning(ids.nextXid());
        return log.truncate(log.idSpace().skipReserved(Math.min(oldestXid, limit)));
    }

    /** Keeps the horizon from moving past {@code xid} until the lease is closed. */
    public HorizonLease retain(long xid) {
        health.check();
        return log.retain(log.idSpace().skipReserved(xid));
    }

    /** The horizon: the least id that has a status. */
    public long oldestXid() {
        return log.oldestXid();
    }

    /** The id that is handed out next; all that were are below. */
    public long nextXid() {
        return ids.nextXid();
    }

    /** What was counted since the log was opened; also where it has failed or is closed. */
    public ClogStatistics statistics() {
        StatusWriterStatistics groups = writer.statistics();
        return new ClogStatistics(
                commits.commits.sum(),
                commits.asynchronous.sum(),
                commits.aborts.sum(),
                checkpointer.taken(),
                running.statistics(),
                ids.statistics(),
                groups.groups(),
                groups.followers(),
                log.statistics(),
                journal.statistics());
    }

    /**
     * Takes a checkpoint, unless the log has failed, and lets the folder go. Commits that are under way are done first;
     * what still runs then never counts as committed. Calling it again does nothing.
     *
     * @throws dev.clog.api.PageIoException if the checkpoint fails, or a file can't be closed; the folder is let go all the
     *     same, and the next open recovers
     * @throws dev.clog.api.LogFailedException if the log fails only now, or has failed and no caller was told: commits that
     *     nobody waited for may be lost then
     */
    @Override
    public void close() {
        if (!health.close()) {
            return;
        }
        boolean known = health.isFailureKnown();
        Closing closing = new Closing();
        if (health.hasFailed()) {
            closing.attempt(health::check);
        }
        long nextXid = ids.stop();
        closing.attempt(checkpointer::close);
        if (!health.hasFailed()) {
            closing.attempt(() -> checkpointer.last(nextXid));
        }
        closing.attempt(commits::close);
        closing.attempt(writer::close);
        closing.attempt(log::close);
        closing.attempt(journal::close);
        if (!known) {
            closing.throwFirst();
        }
    }

    /** Does each step whatever became of those before. */
    private static final class Closing {
        private RuntimeException first;

        void attempt(Runnable step) {
            try {
                step.run();
            } catch (RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }

        void throwFirst() {
            if (first != null) {
                throw first;
            }
        }
    }
}
