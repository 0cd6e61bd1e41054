package dev.clog.lock;

/**
 * The threads that wait for one {@link LwLock}: those that want to enter it, first come first, and, served before them,
 * those that only wait until it is free. Guarded by the lock's list bit.
 *
 * <p>Two lists, where PostgreSQL has one with the second kind at its head: a thread that was woken and lost the race goes
 * back to the front, and must not get between a change of a value and those who wait for it.
 */
final class LwWaitQueue {
    private final LwWaiterList entering = new LwWaiterList();
    private final LwWaiterList untilFree = new LwWaiterList();

    boolean isEmpty() {
        return entering.head == null && untilFree.head == null;
    }

    /**
     * Puts a thread in its place by the mode it waits in.
     *
     * @param first before the others that wait to enter: it was woken and lost
     */
    void add(LwWaiter waiter, boolean first) {
        assert waiter.isIdle();
        waiter.setStatus(LwWaiter.QUEUED);
        LwWaiterList list = listOf(waiter);
        if (first) {
            list.addFirst(waiter);
        } else {
            list.addLast(waiter);
        }
    }

    /** Takes a thread out; false if a waker did so before. */
    boolean remove(LwWaiter waiter) {
        if (!waiter.isQueued()) {
            return false;
        }
        listOf(waiter).remove(waiter);
        waiter.setStatus(LwWaiter.IDLE);
        return true;
    }

    /**
     * Takes out those who may try to enter once the lock is free: the first one if it wants it exclusive, else all that
     * want it shared. Returns them as a chain by {@link LwWaiter#next}, or null.
     */
    LwWaiter takeEntering() {
        LwWaiter waiter = entering.head;
        if (waiter == null) {
            return null;
        }
        if (waiter.mode == LwWaitMode.EXCLUSIVE) {
            return take(entering, waiter, null);
        }
        LwWaiter chain = null;
        while (waiter != null) {
            LwWaiter following = waiter.next;
            if (waiter.mode == LwWaitMode.SHARED) {
                chain = take(entering, waiter, chain);
            }
            waiter = following;
        }
        return chain;
    }

    /** Takes out all that wait until the lock is free, puts them before a chain, and returns the whole chain. */
    LwWaiter takeUntilFree(LwWaiter chainAfter) {
        LwWaiter chain = chainAfter;
        for (LwWaiter waiter = untilFree.head; waiter != null; waiter = untilFree.head) {
            chain = take(untilFree, waiter, chain);
        }
        return chain;
    }

    private static LwWaiter take(LwWaiterList list, LwWaiter waiter, LwWaiter chain) {
        list.remove(waiter);
        waiter.setStatus(LwWaiter.LEAVING);
        waiter.next = chain;
        return waiter;
    }

    private LwWaiterList listOf(LwWaiter waiter) {
        return waiter.mode == LwWaitMode.UNTIL_FREE ? untilFree : entering;
    }

    int size() {
        return entering.size() + untilFree.size();
    }
}
