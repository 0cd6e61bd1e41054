package dev.clog.groupcommit;

import dev.clog.groupcommit.journal.Checkpoint;
import dev.clog.groupcommit.journal.CommitJournal;
import dev.clog.groupcommit.running.IdReservation;
import dev.clog.offheap.PagedStatusLog;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Takes checkpoints, when asked to and, in a thread of its own, when the journal has grown by so many bytes.
 *
 * <p>How it works. The record of a checkpoint says from where the journal must be replayed, and what holds there.
 *
 * <ol>
 *   <li>K1 the redo point is where the journal ends now; K2 up to where ids are reserved is read after that: a reservation
 *       says so before its record is appended, so that one whose record precedes the redo point is seen.
 *   <li>K3 the status log waits for the commits that are under way, whose records may precede the redo point, and brings
 *       all statuses to the files, flushing the journal where asynchronous ones need it.
 *   <li>K4 the horizon is read after that: the record of a truncation that it does not show comes after the redo point. It
 *       may have passed the ids of K2; then no id below it was left to be handed out, and it takes their place.
 *   <li>K5 the record is appended and flushed; only then K6 old files of the journal go.
 * </ol>
 *
 * A crash before K5 leaves the checkpoint before, and the journal that it needs.
 */
final class Checkpointer {
    private static final Logger LOGGER = System.getLogger(Clog.class.getName());

    private final Health health;
    private final CommitJournal journal;
    private final PagedStatusLog log;
    private final long growth;
    private final ReentrantLock taking = new ReentrantLock();
    private final LongAdder taken = new LongAdder();
    private final Thread thread = new Thread(this::run, "clog checkpointer");

    /** No id at or past it was or is about to be handed out. */
    private volatile long reservedXid;
    /** Where the journal ends when the next checkpoint is due. */
    private volatile long due = Long.MAX_VALUE;

    private volatile boolean closed;

    Checkpointer(ClogParts parts) {
        health = parts.health();
        journal = parts.journal();
        log = parts.log();
        growth = parts.config().checkpointBytes();
        reservedXid = parts.nextXid();
        thread.setDaemon(true);
    }

    /** Begins to take checkpoints in the background, if there are any to be taken. */
    void start() {
        if (growth > 0) {
            due = journal.appendedLsn() + growth;
            thread.start();
        }
    }

    /** Where ids are reserved: in the journal. */
    IdReservation reservation() {
        return endXid -> {
            reservedXid = endXid;
            journal.flush(journal.appendReservation(endXid));
        };
    }

    /** Told of the end of the journal after each record. */
    void appended(long lsn) {
        if (lsn >= due) {
            LockSupport.unpark(thread);
        }
    }

    /** Takes one; waits for one that is being taken. */
    void checkpoint() {
        taking.lock();
        try {
            health.check();
            long redo = journal.appendedLsn();
            take(redo, reservedXid);
            due = growth > 0 ? redo + growth : Long.MAX_VALUE;
        } finally {
            taking.unlock();
        }
    }

    /** The last one, of a log in which nothing happens any more; {@code nextXid} is exact. */
    void last(long nextXid) {
        taking.lock();
        try {
            log.checkpoint(); // commits that are under way append records
            take(journal.appendedLsn(), nextXid);
        } finally {
            taking.unlock();
        }
    }

    private void take(long redo, long nextXid) {
        log.checkpoint();
        try {
            long oldestXid = log.oldestXid();
            journal.flush(journal.appendCheckpoint(new Checkpoint(redo, Math.max(nextXid, oldestXid), oldestXid)));
        } catch (IOException e) {
            health.fail(e);
            throw health.refusal();
        }
        journal.removeBefore(redo);
        taken.increment();
    }

    long taken() {
        return taken.sum();
    }

    private void run() {
        while (!closed) {
            if (journal.appendedLsn() < due) {
                LockSupport.park(this);
            } else if (!health.hasFailed()) {
                try {
                    checkpoint();
                } catch (RuntimeException | Error e) { // a thread that is gone helps nobody
                    health.refusalWasUnheard();
                    due = journal.appendedLsn() + growth;
                    if (!closed) {
                        LOGGER.log(Level.WARNING, "a checkpoint failed, and is tried again later", e);
                    }
                }
            } else {
                return;
            }
        }
    }

    /** Ends the thread, and waits for a checkpoint that it takes. */
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
    }
}
