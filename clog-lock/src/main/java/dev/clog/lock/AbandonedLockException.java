package dev.clog.lock;

/**
 * A thread waited for a lock whose exclusive holder had ended without a release. What the lock protects is in doubt, and
 * every later wait for it ends like this.
 */
public final class AbandonedLockException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    AbandonedLockException(String lock, String owner) {
        super("lock " + lock + " was left held: its holder, thread " + owner + ", has ended");
    }
}
