package dev.clog.groupcommit.running;

import dev.clog.lock.LockMode;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One ends the transactions of all who came while the lock was taken.
 *
 * <p>How it works.
 *
 * <ol>
 *   <li>If the lock is free take it, end, give it up: no group.
 *   <li>Else push the request on a list by compare-and-set. Who finds it empty leads; the others wait for an answer.
 *   <li>The leader takes the lock, and only then the whole list: whoever pushes while it waits comes along, and whoever
 *       pushes after finds the list empty and leads the next group. So a list that is not empty always has one leader on
 *       its way to the lock, and nobody waits for ever.
 *   <li>It does what each asks; what one throws goes to its owner alone. Then it gives the lock up, and answers: a wake is a
 *       system call.
 *   <li>If it can't take the lock, as its thread holds too many already, it takes the list all the same and sends each
 *       follower to take the lock itself: they have done nothing wrong.
 * </ol>
 *
 * Taking all with one swap leaves no place for the ABA problem of lists. The swap and the pushes are atomic changes of one
 * word, so a leader sees what a follower wrote before it pushed.
 *
 * <p>Source: PostgreSQL {@code ProcArrayGroupClearXid}.
 */
final class GroupClear extends ExclusiveEnding {
    private final AtomicReference<EndRequest> newest = new AtomicReference<>();
    /** Both guarded by the lock. */
    private long groups;

    private long grouped;

    @Override
    public void end(EndRequest request) {
        if (lock.tryAcquire(LockMode.EXCLUSIVE)) {
            try {
                request.run();
            } finally {
                lock.release();
            }
            return;
        }
        EndRequest head = push(request);
        if (head == null) {
            lead(request);
        } else if (request.await() == EndRequest.ALONE) {
            super.end(request);
            return;
        }
        request.throwFailure();
    }

    /** Returns what was the newest before; null for who leads. */
    private EndRequest push(EndRequest request) {
        EndRequest head;
        do {
            head = newest.get();
            request.following = head;
        } while (!newest.compareAndSet(head, request));
        return head;
    }

    private void lead(EndRequest own) {
        EndRequest group = null;
        int answer = EndRequest.ALONE;
        try {
            lock.acquire(LockMode.EXCLUSIVE);
            try {
                group = newest.getAndSet(null);
                answer = EndRequest.DONE;
                endAll(group);
            } finally {
                lock.release();
            }
        } finally {
            answerAll(group != null ? group : newest.getAndSet(null), own, answer);
        }
    }

    private void endAll(EndRequest group) {
        int members = 0;
        for (EndRequest request = group; request != null; request = request.following) {
            try {
                request.run();
            } catch (Throwable e) { // whatever it is, it is its owner's, who gets it
                request.failure = e;
            }
            members++;
        }
        if (members > 1) {
            groups++;
            grouped += members;
        }
    }

    private static void answerAll(EndRequest group, EndRequest own, int answer) {
        EndRequest request = group;
        while (request != null) {
            EndRequest following = request.following;
            if (request != own) {
                request.answer(answer);
            }
            request = following;
        }
    }

    @Override
    public long groups() {
        return groups;
    }

    @Override
    public long grouped() {
        return grouped;
    }
}
