package dev.clog.groupcommit.running;

import dev.clog.lock.LockStatistics;

/**
 * The lock of the running set. Snapshots hold it shared; whoever makes the set larger holds it exclusive; the ends of
 * transactions get at it in the way that tells the three kinds apart.
 */
interface SetLock {

    /** Takes the lock for a look. */
    void acquireShared();

    /** Takes the lock alone. */
    void acquireExclusive();

    /** Gives it up. */
    void release();

    /**
     * Has the request run while nobody else looks or changes anything, by this thread or another, and returns when it is
     * done.
     */
    void end(EndRequest request);

    /** Times that a leader ended others' transactions with its own; under the lock. */
    default long groups() {
        return 0;
    }

    /** Transactions that ended so, leaders included; under the lock. */
    default long grouped() {
        return 0;
    }

    /** The counts of the lock. */
    LockStatistics statistics();

    /** The lock for a kind of ending. */
    static SetLock of(Ending ending) {
        return switch (ending) {
            case EXCLUSIVE -> new ExclusiveEnding();
            case FLEX_LOCK -> new FlexEnding();
            case GROUP_CLEAR -> new GroupClear();
        };
    }
}
