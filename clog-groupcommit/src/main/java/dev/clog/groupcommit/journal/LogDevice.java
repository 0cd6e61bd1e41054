package dev.clog.groupcommit.journal;

import java.io.IOException;

/**
 * A log as {@link GroupFlush} sees it: something that is appended to by many, and that one at a time makes durable.
 * Positions are positive and ascending.
 */
public interface LogDevice {

    /** The position up to which has been appended, durable or not. Called by any thread, at any time. */
    long appendedLsn();

    /**
     * Makes durable all that was appended before the call; what is appended meanwhile may be among it. Called by one thread
     * at a time, and never again after an exception.
     *
     * @return the position up to which the log is durable now; at least what {@link #appendedLsn} was when this was called
     * @throws IOException if that can't be done; nothing tells what is durable then
     */
    long force() throws IOException;
}
