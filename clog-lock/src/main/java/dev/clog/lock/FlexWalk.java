package dev.clog.lock;

/**
 * The list of a {@link FlexLock} and the walk through it that a type makes on a release. Guarded by the spinlock, but for
 * the chain that {@link #takeChain} hands out.
 */
final class FlexWalk<M extends Enum<M>> implements FlexWaiters<M> {
    /** Work items run under one hold of the spinlock, so that others, who spin for it, have their turn. */
    static final int MOST_WORK = 64;

    private FlexWaiter<M> head;
    private FlexWaiter<M> tail;
    private FlexWaiter<M> current;
    private FlexWaiter<M> chain;
    private boolean started;
    private int served;

    boolean isEmpty() {
        return head == null;
    }

    void addLast(FlexWaiter<M> waiter) {
        waiter.next = null;
        waiter.previous = tail;
        if (tail == null) {
            head = waiter;
        } else {
            tail.next = waiter;
        }
        tail = waiter;
    }

    void addFirst(FlexWaiter<M> waiter) {
        waiter.previous = null;
        waiter.next = head;
        if (head == null) {
            tail = waiter;
        } else {
            head.previous = waiter;
        }
        head = waiter;
    }

    void begin() {
        current = null;
        chain = null;
        started = false;
        served = 0;
    }

    /** Those to be woken, linked by {@code previous}; the caller wakes them without the spinlock. */
    FlexWaiter<M> takeChain() {
        FlexWaiter<M> taken = chain;
        chain = null;
        return taken;
    }

    @Override
    public boolean next() {
        current = started ? following() : head;
        started = true;
        return current != null;
    }

    private FlexWaiter<M> following() {
        return current == null ? null : current.next;
    }

    @Override
    public M mode() {
        return current.mode;
    }

    @Override
    public void wake() {
        unlink(current);
        current.previous = chain;
        chain = current;
    }

    @Override
    public void serve() {
        Runnable work = current.work;
        if (work == null) {
            throw new IllegalStateException("this waiter has no work item: mode=" + current.mode);
        }
        try {
            work.run();
        } catch (Throwable e) {
            current.failure = e;
        }
        current.served = true;
        served++;
        wake();
    }

    @Override
    public boolean mustStop() {
        return served >= MOST_WORK;
    }

    /** Leaves {@code next} as it is, for the walk goes on from here. */
    private void unlink(FlexWaiter<M> waiter) {
        if (waiter.previous == null) {
            head = waiter.next;
        } else {
            waiter.previous.next = waiter.next;
        }
        if (waiter.next == null) {
            tail = waiter.previous;
        } else {
            waiter.next.previous = waiter.previous;
        }
    }
}
