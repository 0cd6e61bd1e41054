package dev.clog.groupcommit.status;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Whether there is one who leads, or is about to: see {@link RingWriter}. */
final class LeaderFlag {
    private static final VarHandle RAISED;

    static {
        try {
            RAISED = MethodHandles.lookup().findVarHandle(LeaderFlag.class, "raised", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile boolean raised;

    /** Makes the caller the leader, unless there is one. */
    boolean tryRaise() {
        return !raised && RAISED.compareAndSet(this, false, true);
    }

    /** There is none any more. What the caller reads afterwards is read after that. */
    void lower() {
        RAISED.setRelease(this, false);
        VarHandle.fullFence();
    }
}
