package dev.clog.groupcommit;

import dev.clog.groupcommit.journal.CommitJournal;
import dev.clog.groupcommit.running.Claim;
import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/**
 * Completes commits that wait without a thread, when their records are durable. Has a thread of its own, since whoever
 * forced the journal is a committer with work of its own; it sleeps while nothing becomes durable.
 *
 * <p>How it works. A commit is added to a queue, A1, and then looks whether its record is durable already, A2; a force moves
 * the journal's position, F1, and wakes the thread, F2, which looks through the queue, F3. A1-A2 and F1-F3 are each a write
 * before a read of the other's place: either A2 sees F1 and wakes the thread again, or F3 sees A1. The wake is a permit, so
 * one that comes between a look and the sleep is not lost; but a completion may sleep for a lock and use the permit up. So
 * the thread looks once more after its completions, and sleeps only if nothing has changed since its look before them.
 *
 * <p>The thread keeps what is not durable in the order of its records, which is not that of the queue.
 */
final class StageCompleter {
    private final CommitJournal journal;
    private final BiConsumer<Pending, Throwable> completion;
    private final ConcurrentLinkedQueue<Pending> added = new ConcurrentLinkedQueue<>();
    /** Of the thread alone. */
    private final PriorityQueue<Pending> waiting = new PriorityQueue<>(Comparator.comparingLong(Pending::lsn));

    private final Thread thread = new Thread(this::run, "clog stage completer");
    private volatile boolean closed;

    /**
     * A commit whose record is in the journal.
     *
     * @param lsn up to where the journal must be durable
     * @param claim of its transaction
     * @param ticket of the section that a checkpoint waits for
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these
    record Pending(long lsn, Claim claim, long[] children, int ticket, CompletableFuture<Void> future) {}

    /** @param completion completes a commit; with a failure where it will never be known to be durable. Must not throw */
    StageCompleter(CommitJournal journal, BiConsumer<Pending, Throwable> completion) {
        this.journal = journal;
        this.completion = completion;
        journal.addListener((lsn, end) -> LockSupport.unpark(thread));
        thread.setDaemon(true);
        thread.start();
    }

    /** Has a commit flushed and completed. */
    void add(Pending pending) {
        added.add(pending);
        if (closed) {
            answerAll(); // the thread may have ended before it saw this
        } else if (journal.flushedLsn() >= pending.lsn() || journal.end().isPresent()) {
            LockSupport.unpark(thread);
        } else {
            journal.requestFlush(pending.lsn());
        }
    }

    private void run() {
        while (!closed) {
            IOException end = journal.end().orElse(null);
            long flushedLsn = journal.flushedLsn();
            completeUpTo(flushedLsn, end);
            boolean changed = journal.flushedLsn() != flushedLsn
                    || (end == null && journal.end().isPresent());
            if (!changed && added.isEmpty() && !closed) {
                LockSupport.park(this);
            }
        }
        completeUpTo(journal.flushedLsn(), new IOException("the log was closed"));
    }

    /** With an end, all that are not durable fail. */
    private void completeUpTo(long flushedLsn, IOException end) {
        for (Pending pending = added.poll(); pending != null; pending = added.poll()) {
            try {
                waiting.add(pending);
            } catch (RuntimeException | Error e) {
                complete(pending, e);
            }
        }
        while (!waiting.isEmpty() && (end != null || waiting.peek().lsn() <= flushedLsn)) {
            Pending pending = waiting.poll();
            complete(pending, pending.lsn() <= flushedLsn ? null : end);
        }
    }

    /** Whatever the completion throws, the thread goes on, and the commit is answered. */
    private void complete(Pending pending, Throwable failure) {
        try {
            completion.accept(pending, failure);
        } catch (RuntimeException | Error e) {
            pending.future().completeExceptionally(e);
        }
    }

    /** After the close: each fails that is not durable. */
    private void answerAll() {
        for (Pending pending = added.poll(); pending != null; pending = added.poll()) {
            boolean durable = pending.lsn() <= journal.flushedLsn();
            complete(pending, durable ? null : new IOException("the log was closed"));
        }
    }

    /** Completes or fails all that were added, and ends the thread. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        answerAll();
    }
}
