package dev.clog.lock;

/** How a thread can ask for a {@link ProcArrayLock}. */
enum ProcArrayMode {
    SHARED,
    EXCLUSIVE,
    END_TRANSACTION
}
