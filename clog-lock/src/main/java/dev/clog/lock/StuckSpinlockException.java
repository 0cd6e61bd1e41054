package dev.clog.lock;

/**
 * A spinlock was not to be had in a thousand sleeps, some minutes: its holder died, or hangs. What it protects is in
 * doubt.
 */
public final class StuckSpinlockException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    StuckSpinlockException(String lock, String owner, String place, int sleeps) {
        super("stuck spinlock " + lock + " at " + place + ", last taken by " + owner + ": sleeps=" + sleeps);
    }
}
