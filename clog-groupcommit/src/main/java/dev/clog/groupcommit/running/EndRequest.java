package dev.clog.groupcommit.running;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * What one ending asks of the set, and what it hears from a leader. An object of its own, not part of the seat: the seat
 * is another transaction's as soon as the leader has cleared it, and that is before its former owner has heard of it.
 */
final class EndRequest implements Runnable {
    static final int WAITING = 0;
    static final int DONE = 1;
    /** The leader could not take the lock: everybody for himself. */
    static final int ALONE = 2;

    /** Looks before a member sleeps; a model checker sets it to 0. */
    static int spins = Runtime.getRuntime().availableProcessors() > 1 ? 100 : 0;

    private static final VarHandle ANSWER;

    static {
        try {
            ANSWER = MethodHandles.lookup().findVarHandle(EndRequest.class, "answer", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ProcArray owner;
    final Seat seat;
    /** Ascending ids of children that end without their parent; null for the whole tree. */
    final long[] leaving;

    private final Thread waiter = Thread.currentThread();
    /** Next in the group; written before the request is the list's head. */
    EndRequest following;
    /** What the request threw; written before the answer. */
    Throwable failure;

    @SuppressWarnings("UnusedVariable") // used through ANSWER
    private int answer;

    EndRequest(ProcArray owner, Seat seat, long[] leaving) {
        this.owner = owner;
        this.seat = seat;
        this.leaving = leaving;
    }

    /** Under the set's lock: ends what is to end. */
    @Override
    public void run() {
        owner.apply(this);
    }

    /** By the leader. */
    void answer(int what) {
        ANSWER.setRelease(this, what); // pairs with await: who sees the answer sees the failure
        LockSupport.unpark(waiter);
    }

    /** Waits for the leader, first spinning a little; an interrupt stays in the thread's flag. */
    int await() {
        int given = (int) ANSWER.getAcquire(this);
        for (int i = 0; given == WAITING && i < spins; i++) {
            Thread.onSpinWait();
            given = (int) ANSWER.getAcquire(this);
        }
        boolean interrupted = false;
        while (given == WAITING) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
            given = (int) ANSWER.getAcquire(this);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return given;
    }

    /** Throws what the request threw, if anything. */
    void throwFailure() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }
}
