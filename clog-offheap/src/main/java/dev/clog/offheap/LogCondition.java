package dev.clog.offheap;

import dev.clog.api.LogClosedException;
import dev.clog.api.LogFailedException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Whether a log may be used. What has failed stays failed, and what is closed stays closed: nothing but opening it again
 * helps. Set under the log's structure lock, before the window is left; read by whoever found the window left.
 */
final class LogCondition {
    private static final Logger LOGGER = System.getLogger(LogCondition.class.getName());

    private final String location;
    private volatile boolean closed;
    private volatile Throwable failure;

    /** Of a log in this folder, which may be used. */
    LogCondition(String location) {
        this.location = location;
    }

    /** Throws where the log is closed or has failed. */
    void check() {
        if (closed) {
            throw new LogClosedException(location);
        }
        if (failure != null) {
            throw new LogFailedException(location, failure);
        }
    }

    /** The log has failed; false if it had before, or was closed. */
    boolean fail(Throwable cause) {
        if (closed || failure != null) {
            return false;
        }
        failure = cause;
        LOGGER.log(Level.ERROR, "the log has failed: folder=" + location, cause);
        return true;
    }

    boolean hasFailed() {
        return failure != null;
    }

    /** The log is closed; false if it was before. */
    boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }
}
