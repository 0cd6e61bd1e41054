package dev.clog.groupcommit.running;

import java.io.IOException;

/** Where it is kept, durably, how far ids may have been handed out. */
@FunctionalInterface
public interface IdReservation {
    /** Keeps nothing: for an engine that finds the next id in its own log. */
    IdReservation NONE = endXid -> {};

    /**
     * Returns when it is durable that every id below {@code endXid} may have been handed out: whoever opens the log after
     * a crash starts there. Calls come one at a time, with ascending ids.
     *
     * @param endXid 64-bit id
     * @throws IOException if it can't be made durable; none of the new ids is handed out then
     */
    void reserve(long endXid) throws IOException;
}
