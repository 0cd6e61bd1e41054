package dev.clog.api;

/** The log has failed, for good: nothing tells what of it is durable. The process must open it again, and replay. */
public final class LogFailedException extends ClogException {
    private static final long serialVersionUID = 1L;

    /**
     * The log has failed.
     *
     * @param location its folder
     * @param cause the failure
     */
    public LogFailedException(String location, Throwable cause) {
        super("the log has failed and must be opened again: folder=" + location, cause);
    }
}
