package dev.clog.groupcommit.status;

import java.lang.invoke.VarHandle;

/** Whether there is one who leads: see {@link RingWriter}. It shares no line with anything else. */
final class LeaderFlag extends LeaderFlagState {
    long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    /** Makes the caller the leader, unless there is one. */
    boolean tryRaise() {
        return state == LOWERED && STATE.compareAndSet(this, LOWERED, RAISED);
    }

    /** There is none any more. What the caller reads afterwards is read after that. */
    void lower() {
        turns++;
        STATE.setRelease(this, LOWERED);
        VarHandle.fullFence();
    }
}
