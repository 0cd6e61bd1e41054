package dev.clog.groupcommit.status;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What the committers fight for in a {@link LeaderFlag}. */
abstract class LeaderFlagState extends Padding {
    static final int LOWERED = 0;
    static final int RAISED = 1;
    static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(LeaderFlagState.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    volatile int state = LOWERED;

    /** How often it was lowered, about: plain, only to see that it moves. */
    int turns;
}
