package dev.clog.lock;

import java.util.ArrayList;
import java.util.List;

/**
 * The locks that the calling thread holds, for error paths and diagnosis: whoever catches an unexpected error gives up
 * everything with {@link #releaseAll}. A thread holds at most {@link #MAX_HELD} locks at once; one more is an error, and
 * the lock is not taken.
 *
 * <p>Source: PostgreSQL {@code LWLockReleaseAll}.
 */
public final class HeldLocks {
    /** The most locks that a thread can hold at once. */
    public static final int MAX_HELD = 200;

    private HeldLocks() {}

    /** How many locks the calling thread holds. */
    public static int count() {
        return ThreadHolds.current().count();
    }

    /**
     * Checks that the calling thread can take so many locks more: for work that must not be refused one half-way.
     *
     * @param more 0 to {@link #MAX_HELD}
     * @throws IllegalStateException if it can't; nothing has changed
     */
    public static void requireRoom(int more) {
        int held = ThreadHolds.current().count();
        if (held + more > MAX_HELD) {
            throw new IllegalStateException("thread " + Thread.currentThread().getName()
                    + " holds too many locks to take " + more + " more: held=" + held);
        }
    }

    /** The locks the calling thread holds, oldest first. A copy. */
    public static List<HeldLock> list() {
        ThreadHolds holds = ThreadHolds.current();
        List<HeldLock> list = new ArrayList<>(holds.count());
        for (int i = 0; i < holds.count(); i++) {
            Hold hold = holds.at(i);
            list.add(new HeldLock(hold.lock, hold.mode));
        }
        return list;
    }

    /**
     * Releases every lock the calling thread holds, latest first.
     *
     * @return how many there were
     */
    public static int releaseAll() {
        ThreadHolds holds = ThreadHolds.current();
        int released = 0;
        while (holds.count() > 0) {
            holds.at(holds.count() - 1).lock.release();
            released++;
        }
        return released;
    }
}
