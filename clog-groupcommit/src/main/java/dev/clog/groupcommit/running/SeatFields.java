package dev.clog.groupcommit.running;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What a {@link Seat} holds: the transaction in it, and its children. */
abstract class SeatFields extends SeatPadding {
    static final VarHandle OCCUPANT;
    static final VarHandle COUNT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OCCUPANT = lookup.findVarHandle(SeatFields.class, "occupant", long.class);
            COUNT = lookup.findVarHandle(SeatFields.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The transaction's id; negative while it ends; 0 if nobody sits here. */
    @SuppressWarnings("UnusedVariable") // used through OCCUPANT
    private long occupant;
    /** Ascending ids of children; what a snapshot shares of it does not change any more. */
    long[] children;
    /** How many there are; written after the list. */
    int count;
}
