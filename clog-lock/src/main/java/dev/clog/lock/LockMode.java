package dev.clog.lock;

/** How a lock is held. */
public enum LockMode {
    /** With any number of other shared holders. */
    SHARED,
    /** Alone. */
    EXCLUSIVE
}
