package dev.clog.lock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link WakePairStress} weakened: two words, opaque mode. A processor may let each look pass its own store. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1", "1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "One saw the other.")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Both missed: the waiter sleeps beside a free lock.")
@State
public class WeakWakePairStress {
    private static final VarHandle HELD;
    private static final VarHandle WAITING;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(WeakWakePairStress.class, "held", boolean.class);
            WAITING = MethodHandles.lookup().findVarHandle(WeakWakePairStress.class, "waiting", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    boolean held = true;
    boolean waiting;

    /** The waiter. */
    @Actor
    public void waiter(II_Result r) {
        WAITING.setOpaque(this, true);
        r.r1 = (boolean) HELD.getOpaque(this) ? 0 : 1;
    }

    /** The releaser. */
    @Actor
    public void releaser(II_Result r) {
        HELD.setOpaque(this, false);
        r.r2 = (boolean) WAITING.getOpaque(this) ? 1 : 0;
    }
}
