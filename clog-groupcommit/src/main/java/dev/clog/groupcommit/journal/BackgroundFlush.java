package dev.clog.groupcommit.journal;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Flushes for those who do not wait: at once, or within the delay of an asynchronous commit, counted from the first one.
 * Source: PostgreSQL's walwriter.
 */
/*
 * State: wanted is the position that is to be durable at once; dueNs is when what was scheduled is due, 0 if there is
 * nothing. The thread sets dueNs to 0 before it looks where the log ends: who schedules later than that sees 0, and wakes it
 * again.
 */
final class BackgroundFlush {
    private static final Logger LOGGER = System.getLogger(BackgroundFlush.class.getName());

    private final GroupFlush flush;
    private final LogDevice device;
    private final long delayNs;
    private final AtomicLong wanted = new AtomicLong();
    private final AtomicLong dueNs = new AtomicLong();
    private final JournalThread thread;

    private BackgroundFlush(GroupFlush flush, LogDevice device, int delayMs) {
        this.flush = flush;
        this.device = device;
        this.delayNs = TimeUnit.MILLISECONDS.toNanos(delayMs);
        thread = JournalThread.start("clog journal writer", this::flushWhatIsDue);
    }

    static BackgroundFlush start(GroupFlush flush, LogDevice device, int delayMs) {
        return new BackgroundFlush(flush, device, delayMs);
    }

    /** Wants the log to be durable up to {@code lsn}, soon. */
    void request(long lsn) {
        if (lsn > device.appendedLsn()) {
            throw new IllegalArgumentException(
                    "can't flush beyond the end of the log: lsn=" + lsn + " end=" + device.appendedLsn());
        }
        if (lsn > flush.flushedLsn() && wanted.getAndAccumulate(lsn, Math::max) < lsn) {
            thread.wake();
        }
    }

    /** Wants what has been appended to be durable within the delay. */
    void schedule() {
        if (dueNs.get() == 0 && dueNs.compareAndSet(0, System.nanoTime() + delayNs | 1)) {
            thread.wake();
        }
    }

    private long flushWhatIsDue() {
        if (flush.end() != null) {
            return JournalThread.UNTIL_WOKEN;
        }
        long due = dueNs.get();
        long leftNs = due == 0 ? JournalThread.UNTIL_WOKEN : due - System.nanoTime();
        if (leftNs > 0 && wanted.get() <= flush.flushedLsn()) {
            return leftNs;
        }
        dueNs.set(0);
        try {
            flush.flush(device.appendedLsn());
        } catch (IOException e) {
            LOGGER.log(Level.ERROR, "what was committed asynchronously can't be made durable", e);
        } catch (RuntimeException | Error e) { // no memory, for one: it stays due
            dueNs.compareAndSet(0, System.nanoTime() | 1);
            throw e;
        }
        return 0;
    }

    /** Ends the thread; what is due then is left to the close of the log. */
    void stop() {
        thread.stop();
    }
}
