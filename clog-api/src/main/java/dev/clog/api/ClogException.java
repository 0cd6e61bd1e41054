package dev.clog.api;

/** Root of the errors of clog. The message says what was wrong, where, and what was expected. */
public abstract class ClogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClogException(String message) {
        super(message);
    }

    ClogException(String message, Throwable cause) {
        super(message, cause);
    }
}
