package dev.clog.groupcommit.status;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Whether there is one who leads, and whether it has the lock by now: see {@link RingWriter}. */
final class LeaderFlag {
    private static final int LOWERED = 0;
    private static final int RAISED = 1;
    private static final int WORKING = 2;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(LeaderFlag.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int state = LOWERED;

    /** Makes the caller the leader, unless there is one. */
    boolean tryRaise() {
        return state == LOWERED && STATE.compareAndSet(this, LOWERED, RAISED);
    }

    /** The leader has the lock, and will be done soon. */
    void working() {
        STATE.setOpaque(this, WORKING);
    }

    /** A leader waits for the lock: for how long, nobody knows. */
    boolean isWaiting() {
        return state == RAISED;
    }

    /** There is none any more. What the caller reads afterwards is read after that. */
    void lower() {
        STATE.setRelease(this, LOWERED);
        VarHandle.fullFence();
    }
}
