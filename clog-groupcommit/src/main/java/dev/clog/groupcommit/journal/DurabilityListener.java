package dev.clog.groupcommit.journal;

/**
 * Is told when more of a log has become durable. For commits that wait without a thread: the listener wakes who completes
 * them.
 *
 * <p>Called by the thread that forced, which is a committer's, holds no lock, and returns to its own work after this: so
 * be quick. Calls may overlap and come out of order; {@link GroupFlush#flushedLsn} is never behind the argument.
 */
@FunctionalInterface
public interface DurabilityListener {

    /**
     * The log is durable up to {@code lsn}, or has come to its end.
     *
     * @param lsn position up to which the log is durable
     * @param end null, or why nothing more will become durable: a failure, or that the log was closed
     */
    void advanced(long lsn, Throwable end);
}
