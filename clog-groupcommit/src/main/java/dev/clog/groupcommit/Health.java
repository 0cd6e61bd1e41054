package dev.clog.groupcommit;

import dev.clog.api.ClogException;
import dev.clog.api.LogClosedException;
import dev.clog.api.LogFailedException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Whether a {@link Clog} can be used. It fails once, and for good; it is closed once; it may be both. */
final class Health {
    private static final Logger LOGGER = System.getLogger(Clog.class.getName());

    private final String location;
    private volatile Throwable failure;
    private volatile boolean closed;
    private volatile boolean told;

    Health(String location) {
        this.location = location;
    }

    /** Throws unless it can be used. */
    void check() {
        if (closed || failure != null) {
            throw refusal();
        }
    }

    /** Why it can't be used, for the caller; only where it can't. */
    ClogException refusal() {
        if (failure == null) {
            return new LogClosedException(location);
        }
        told = true;
        return new LogFailedException(location, failure);
    }

    /** Notes that no caller got the last {@link #refusal}; one that got an earlier one may hear of the failure again. */
    void refusalWasUnheard() {
        told = false;
    }

    /** Whether it has failed, and a caller has heard of it. */
    boolean isFailureKnown() {
        return failure != null && told;
    }

    /** Fails it, unless it has. */
    void fail(Throwable cause) {
        synchronized (this) {
            if (failure != null) {
                return;
            }
            failure = cause;
        }
        try {
            LOGGER.log(Level.ERROR, "the log has failed: folder=" + location, cause);
        } catch (RuntimeException | Error e) {
            cause.addSuppressed(e); // a logger that fails must not keep the caller from hearing of it
        }
    }

    boolean hasFailed() {
        return failure != null;
    }

    /** Notes that it is closed: false if it was. */
    synchronized boolean close() {
        boolean wasOpen = !closed;
        closed = true;
        return wasOpen;
    }

    boolean isClosed() {
        return closed;
    }

    String location() {
        return location;
    }
}
