package dev.clog.lock;

/**
 * One way of holding one lock. A lock makes its holds once; what a thread has is told by identity, so that {@link
 * ThreadHolds} needs one array and a release one comparison.
 */
final class Hold {
    final TrackedLock lock;
    /** Name of the mode. */
    final String mode;
    /** What the lock wants to know when the hold ends: the ordinal of a mode, a reader's slot. */
    final int index;

    Hold(TrackedLock lock, String mode, int index) {
        this.lock = lock;
        this.mode = mode;
        this.index = index;
    }
}
