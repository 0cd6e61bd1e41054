package dev.clog.lock;

/**
 * One hold of one lock by the thread that asked.
 *
 * @param lock the lock
 * @param mode name of the mode it is held in: {@code SHARED}, {@code EXCLUSIVE}, or the mode of a {@link FlexLockType}
 */
public record HeldLock(TrackedLock lock, String mode) {}
