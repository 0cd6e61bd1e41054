package dev.clog.groupcommit.journal;

/** A thread that waits for a {@link GroupFlush}, up to a position. In the lists of {@link FlushWaiters}. */
final class FlushWaiter {
    final long lsn;
    final long enteredNs;
    final Thread thread = Thread.currentThread();
    /** The next one in a list; guarded by who owns the list. */
    FlushWaiter next;

    /** The thread does not wait any more: something else than an answer made it leave. */
    volatile boolean gone;

    FlushWaiter(long lsn, long enteredNs) {
        this.lsn = lsn;
        this.enteredNs = enteredNs;
    }
}
