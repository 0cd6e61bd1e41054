package dev.clog.groupcommit;

import dev.clog.api.ClogException;
import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.journal.CommitJournal;
import dev.clog.groupcommit.running.Claim;
import dev.clog.groupcommit.running.ProcArray;
import dev.clog.groupcommit.status.StatusWriter;
import dev.clog.offheap.PagedStatusLog;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/**
 * The way of a commit through the parts of a {@link Clog}.
 *
 * <p>Steps, in this order (STA-10):
 *
 * <ol>
 *   <li>C1 claim the transaction, so that its end is written once, and check its children: what cannot be replayed must not
 *       reach the journal.
 *   <li>C2 enter the commits that a checkpoint waits for; C3 look whether the log is open. A close marks the log closed and
 *       then takes a checkpoint: either C3 sees the mark, or the checkpoint waits for this commit.
 *   <li>C4 append the record; C5 have it flushed; C6 set the statuses; C7 leave what C2 entered.
 *   <li>C8 take the tree out of the running set.
 * </ol>
 *
 * What fails before C4 gives the claim back. What fails after it is the end of the log: the record may be on the disk and
 * the statuses are not set, which only recovery can put right. The transaction then stays in the running set, so that
 * nobody takes it for aborted.
 */
final class Commits {
    private static final long[] NO_CHILDREN = {};

    private final Health health;
    private final CommitJournal journal;
    private final PagedStatusLog log;
    private final StatusWriter writer;
    private final ProcArray running;
    private final LongConsumer appended;
    private final StageCompleter completer;
    final LongAdder commits = new LongAdder();
    final LongAdder asynchronous = new LongAdder();
    final LongAdder aborts = new LongAdder();

    /** @param appended told of the end of the journal after each record */
    Commits(ClogParts parts, LongConsumer appended) {
        health = parts.health();
        journal = parts.journal();
        log = parts.log();
        writer = parts.writer();
        running = parts.running();
        this.appended = appended;
        completer = new StageCompleter(journal, this::complete);
    }

    /** C1, with all children that run where none are named. */
    private Claim claim(long xid, long[] children) {
        health.check();
        Claim claim = running.claim(xid);
        if (children != null) {
            for (long child : children) {
                if (!claim.hasChild(child)) {
                    claim.giveUp();
                    throw new IllegalArgumentException("not a child that runs: child=" + child + " xid=" + xid);
                }
            }
        }
        return claim;
    }

    /** C3 and C4; what fails here gives the claim back. */
    private long append(Claim claim, long xid, long[] children, TransactionStatus status) {
        boolean done = false;
        try {
            health.check();
            long lsn = journal.append(xid, children, status);
            done = true;
            appended.accept(lsn);
            return lsn;
        } catch (IOException e) {
            throw failed(e);
        } finally {
            if (!done) {
                claim.giveUp();
            }
        }
    }

    /** Commits; durable on return. */
    void commit(long xid, long[] named) {
        Claim claim = claim(xid, named);
        long[] children = named == null ? claim.children() : named;
        int ticket = log.enterCommit();
        try {
            flush(append(claim, xid, children, TransactionStatus.COMMITTED));
            set(xid, children, TransactionStatus.COMMITTED, 0);
        } finally {
            log.exitCommit(ticket);
        }
        claim.end();
        commits.increment();
    }

    /** Commits, visibly; durable a little later. */
    long commitAsync(long xid, long[] named) {
        Claim claim = claim(xid, named);
        long[] children = named == null ? claim.children() : named;
        int ticket = log.enterCommit();
        long lsn;
        try {
            lsn = append(claim, xid, children, TransactionStatus.COMMITTED);
            set(xid, children, TransactionStatus.COMMITTED, lsn);
        } finally {
            log.exitCommit(ticket);
        }
        claim.end();
        journal.scheduleFlush();
        asynchronous.increment();
        return lsn;
    }

    /** Commits; C5 to C8 are done by the completer's thread. */
    CompletionStage<Void> commitStage(long xid, long[] named) {
        Claim claim = claim(xid, named);
        long[] children = named == null ? claim.children() : named.clone();
        int ticket = log.enterCommit();
        boolean done = false;
        try {
            long lsn = append(claim, xid, children, TransactionStatus.COMMITTED);
            CompletableFuture<Void> future = new CompletableFuture<>();
            completer.add(new StageCompleter.Pending(lsn, claim, children, ticket, future));
            done = true;
            return future.minimalCompletionStage();
        } finally {
            if (!done) {
                log.exitCommit(ticket);
            }
        }
    }

    /** C6 to C8 of a commit whose record is durable, or, with a failure, will never be known to be. */
    private void complete(StageCompleter.Pending pending, Throwable failure) {
        try {
            try {
                if (failure != null) {
                    throw failed(failure);
                }
                set(pending.claim().xid(), pending.children(), TransactionStatus.COMMITTED, 0);
            } finally {
                log.exitCommit(pending.ticket());
            }
            pending.claim().end();
        } catch (RuntimeException | Error e) {
            pending.future().completeExceptionally(failed(e));
            return;
        }
        commits.increment();
        pending.future().complete(null);
    }

    /** Aborts a transaction and all its children. Nothing waits for its record: without it a crash has the same outcome. */
    void abort(long xid) {
        Claim claim = claim(xid, null);
        abort(claim, xid, claim.children());
        claim.end();
    }

    /** Aborts some children alone. */
    void abortChildren(long xid, long[] children) {
        if (children.length == 0) {
            return;
        }
        Claim claim = claim(xid, children);
        try {
            for (long child : children) {
                abort(claim, child, NO_CHILDREN);
            }
            claim.endChildren(children);
        } finally {
            claim.giveUp();
        }
    }

    private void abort(Claim claim, long xid, long[] children) {
        int ticket = log.enterCommit();
        try {
            append(claim, xid, children, TransactionStatus.ABORTED);
            set(xid, children, TransactionStatus.ABORTED, 0);
        } finally {
            log.exitCommit(ticket);
        }
        aborts.increment();
    }

    /** For who waits for an asynchronous commit; a close may come first, which makes it durable, too. */
    void flushAsked(long lsn) {
        try {
            journal.flush(lsn);
        } catch (IOException e) {
            throw health.isClosed() ? health.refusal() : failed(e);
        }
    }

    /** C5. */
    private void flush(long lsn) {
        try {
            journal.flush(lsn);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** C6: must succeed once the record is in the journal. */
    private void set(long xid, long[] children, TransactionStatus status, long lsn) {
        try {
            writer.setTree(xid, children, status, lsn);
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    /** The log fails, and this is the error of whoever meets it. A close waits for who is under way, so it is no reason. */
    private ClogException failed(Throwable cause) {
        health.fail(cause);
        return health.refusal();
    }

    /** Answers all stages that are not complete, and ends their thread. */
    void close() {
        completer.close();
    }
}
