package dev.clog.lock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The fields of a {@link SpinLock} that threads fight for. */
abstract class SpinLockWord extends SpinLockPadding {
    static final VarHandle LOCKED;

    static {
        try {
            LOCKED = MethodHandles.lookup().findVarHandle(SpinLockWord.class, "locked", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** 1 while the lock is held. */
    @SuppressWarnings("UnusedVariable") // used through LOCKED
    private int locked;
    /** Who had the lock last. Read without the lock, for error messages only. */
    Thread owner;

    SpinLockWord(String name) {
        super(name);
    }
}
