package dev.clog.lock;

/**
 * Waiting threads in order. Doubly linked, so that a thread that gives up leaves a list of four thousand in the same time
 * as a list of two. Not thread-safe.
 */
final class LwWaiterList {
    LwWaiter head;
    private LwWaiter tail;

    void addLast(LwWaiter waiter) {
        waiter.next = null;
        waiter.previous = tail;
        if (tail == null) {
            head = waiter;
        } else {
            tail.next = waiter;
        }
        tail = waiter;
    }

    void addFirst(LwWaiter waiter) {
        waiter.previous = null;
        waiter.next = head;
        if (head == null) {
            tail = waiter;
        } else {
            head.previous = waiter;
        }
        head = waiter;
    }

    void remove(LwWaiter waiter) {
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
        waiter.next = null;
        waiter.previous = null;
    }

    int size() {
        int size = 0;
        for (LwWaiter waiter = head; waiter != null; waiter = waiter.next) {
            size++;
        }
        return size;
    }
}
