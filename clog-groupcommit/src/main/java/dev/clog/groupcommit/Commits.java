package dev.clog.groupcommit;

import dev.clog.api.ClogException;
import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.journal.CommitJournal;
import dev.clog.groupcommit.running.Claim;
import dev.clog.groupcommit.running.ProcArray;
import dev.clog.groupcommit.status.StatusWriter;
import dev.clog.lock.HeldLocks;
import dev.clog.offheap.PagedStatusLog;
import java.io.IOException;
import java.util.Arrays;
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
    /** More than a commit takes at a time, of pages, files and the journal: refused in its middle they would fail the log. */
    private static final int MOST_LOCKS = 8;

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
        HeldLocks.requireRoom(MOST_LOCKS);
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

    /** C3 and C4; what fails here gives the claim back, if there is one. */
    private long append(Claim claim, long xid, long[] children, TransactionStatus status) {
        boolean done = false;
        long lsn;
        try {
            health.check();
            lsn = journal.append(xid, children, status);
            done = true;
        } catch (IOException e) {
            throw failed(e);
        } finally {
            if (!done && claim != null) {
                claim.giveUp();
            }
        }
        try {
            appended.accept(lsn);
            return lsn;
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    /** C8. */
    private void end(Claim claim) {
        try {
            claim.end();
        } catch (RuntimeException | Error e) {
            throw failed(e);
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
        end(claim);
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
        end(claim);
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
            CompletionStage<Void> stage = addStage(lsn, claim, children, ticket);
            done = true;
            return stage;
        } finally {
            if (!done) {
                log.exitCommit(ticket);
            }
        }
    }

    private CompletionStage<Void> addStage(long lsn, Claim claim, long[] children, int ticket) {
        try {
            CompletableFuture<Void> future = new CompletableFuture<>();
            CompletionStage<Void> stage = future.minimalCompletionStage();
            completer.add(new StageCompleter.Pending(lsn, claim, children, ticket, future));
            return stage;
        } catch (RuntimeException | Error e) {
            throw failed(e);
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
        end(claim);
    }

    /** Aborts some children alone. */
    void abortChildren(long xid, long[] children) {
        if (children.length == 0) {
            return;
        }
        Claim claim = claim(xid, children);
        int aborted = 0;
        try {
            for (long child : children) {
                abort(null, child, NO_CHILDREN);
                aborted++;
            }
        } finally {
            endChildren(claim, Arrays.copyOf(children, aborted));
        }
    }

    /** Those that were aborted go, also where the next one could not be: else they would commit with their parent. */
    private void endChildren(Claim claim, long[] aborted) {
        try {
            if (aborted.length > 0) {
                claim.endChildren(aborted);
            }
        } catch (RuntimeException | Error e) {
            throw failed(e);
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
        } catch (IOException | RuntimeException | Error e) {
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
