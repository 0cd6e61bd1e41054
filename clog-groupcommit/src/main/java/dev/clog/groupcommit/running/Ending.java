package dev.clog.groupcommit.running;

/** How the end of a transaction gets at the lock of the running set. */
public enum Ending {
    /** Each takes the lock exclusive, and waits for its turn: servers before 9.6. */
    EXCLUSIVE,
    /**
     * Each leaves its ending at the lock if it is not free, and whoever releases the lock does all that were left: the
     * FlexLock of 2011.
     */
    FLEX_LOCK,
    /** The first to find the lock taken leads: it takes the lock once for all who came after it. Servers from 9.6 on. */
    GROUP_CLEAR
}
