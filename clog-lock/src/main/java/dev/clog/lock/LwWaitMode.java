package dev.clog.lock;

/** What a queued thread waits for. */
enum LwWaitMode {
    SHARED,
    EXCLUSIVE,
    /** That the lock be free for a moment; the thread does not take it. */
    UNTIL_FREE
}
