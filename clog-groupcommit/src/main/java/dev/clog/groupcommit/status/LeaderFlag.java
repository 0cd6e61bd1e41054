package dev.clog.groupcommit.status;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Whether there is one who leads: see {@link RingWriter}. */
final class LeaderFlag {
    private static final int LOWERED = 0;
    private static final int RAISED = 1;
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

    /** There is none any more. What the caller reads afterwards is read after that. */
    void lower() {
        STATE.setRelease(this, LOWERED);
        VarHandle.fullFence();
    }
}
