package dev.clog.lock;

/**
 * The threads that wait for a {@link FlexLock}, as its {@link FlexLockType} sees them on a release: a walk from the one
 * that waits longest. Valid during the call only.
 *
 * @param <M> the modes of the type
 */
public interface FlexWaiters<M extends Enum<M>> {

    /** Goes to the next waiter, at first to the first; false if there is none. */
    boolean next();

    /** What the current waiter asked for. */
    M mode();

    /** Takes the current waiter off the list. It is woken once the spinlock is free, and asks again. */
    void wake();

    /**
     * Takes the current waiter off the list and runs its work item here and now. It is woken once the spinlock is free, and
     * returns; what the work threw goes to it alone.
     *
     * @throws IllegalStateException if the waiter came without a work item
     */
    void serve();

    /**
     * Whether enough was done under one hold of the spinlock. A type that serves should return then; it is called again
     * after others had their turn.
     */
    boolean mustStop();
}
