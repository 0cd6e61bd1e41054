package dev.clog.api;

/** The log is closed. */
public final class LogClosedException extends ClogException {
    private static final long serialVersionUID = 1L;

    /**
     * The log is closed.
     *
     * @param location its folder
     */
    public LogClosedException(String location) {
        super("the log is closed: folder=" + location);
    }
}
