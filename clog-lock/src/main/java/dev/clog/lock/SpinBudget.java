package dev.clog.lock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How often a thread looks at a taken spinlock before it sleeps. Learnt from those who waited before: where spinning
 * got the lock it is worth more, where a sleep was needed (one processor, or more threads than processors) it is worth
 * less. Updates may be lost; it is an estimate.
 *
 * <p>Source: PostgreSQL {@code s_lock.c}, {@code spins_per_delay}.
 */
final class SpinBudget {
    static final int FEWEST = 10;
    static final int FIRST = 100;
    static final int MOST = 1000;
    /** The one that all locks of the process share. */
    static final SpinBudget SHARED = new SpinBudget();

    private static final int STEP_UP = 100;
    private static final VarHandle SPINS;

    static {
        try {
            SPINS = MethodHandles.lookup().findVarHandle(SpinBudget.class, "spins", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // used through SPINS
    private int spins = FIRST;

    int spins() {
        return (int) SPINS.getOpaque(this);
    }

    void hadWithoutSleep() {
        int now = spins();
        if (now < MOST) {
            SPINS.setOpaque(this, Math.min(now + STEP_UP, MOST));
        }
    }

    void hadAfterSleep() {
        int now = spins();
        if (now > FEWEST) {
            SPINS.setOpaque(this, now - 1);
        }
    }
}
