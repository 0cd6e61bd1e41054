package dev.clog.groupcommit.status;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What the committers fight for in a {@link CommitList}. */
abstract class CommitListHead extends Padding {
    static final VarHandle HEAD;

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(CommitListHead.class, "head", CommitRequest.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The newest request, which leads to the others; null while there is none. */
    volatile CommitRequest head;
}
