package dev.clog.lock;

/**
 * What makes a {@link FlexLock} the kind of lock it is: who may enter, whom a release wakes, what a releaser does for
 * others. Anyone may write one; an object of it belongs to one lock and keeps that lock's state in plain fields.
 *
 * <p>Every method is called under the lock's spinlock: it must be short, and must not block, wait, or call the lock. What
 * it throws goes to the thread that called the lock, and must have changed nothing.
 *
 * <p>An example: a gate that lets in any number of walkers, or up to three cars.
 *
 * <pre>{@code
 * public final class GateType implements FlexLockType<GateType.Mode> {
 *     public enum Mode { WALK, DRIVE }
 *
 *     private static final int MOST_CARS = 3;
 *     private int walkers;
 *     private int cars;
 *
 *     public Admission admit(Mode mode, boolean woken) {
 *         if (mode == Mode.WALK ? cars > 0 : walkers > 0 || cars == MOST_CARS) {
 *             return Admission.WAIT;
 *         }
 *         count(mode, 1);
 *         return Admission.ENTER;
 *     }
 *
 *     public void leave(Mode mode) {
 *         count(mode, -1);
 *     }
 *
 *     public void released(FlexWaiters<Mode> waiters) {
 *         if (walkers > 0 || cars == MOST_CARS) {
 *             return;
 *         }
 *         int free = MOST_CARS - cars;
 *         while (waiters.next() && (waiters.mode() == Mode.WALK ? cars == 0 : free-- > 0)) {
 *             waiters.wake();
 *         }
 *     }
 *
 *     private void count(Mode mode, int change) {
 *         if (mode == Mode.WALK) {
 *             walkers += change;
 *         } else {
 *             cars += change;
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Source: the FlexLocks of R. Haas (pgsql-hackers, 2011).
 *
 * @param <M> the modes in which a thread can ask for the lock
 */
public interface FlexLockType<M extends Enum<M>> {

    /** What becomes of a thread that asks. */
    enum Admission {
        /** It holds the lock now; the type has counted it. */
        ENTER,
        /** Its work item is to be run now, under the spinlock; it does not hold the lock. Only for a thread that has one. */
        RUN,
        /** It must wait. */
        WAIT
    }

    /**
     * Who may enter: decides for a thread that has just come, or that was woken.
     *
     * @param woken the thread waited and was woken by {@link FlexWaiters#wake}
     * @return {@link Admission#ENTER} after counting the thread as a holder; else nothing may have changed
     */
    Admission admit(M mode, boolean woken);

    /** Takes a holder off the count. */
    void leave(M mode);

    /**
     * Whom a release wakes: called after {@link #leave} if threads wait. Also called again, with no {@code leave}, when
     * the type had more to do than fits under the spinlock at once ({@link FlexWaiters#mustStop}).
     */
    void released(FlexWaiters<M> waiters);
}
