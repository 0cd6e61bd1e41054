package dev.clog.api;

/** Another process, or another log in this one, owns the folder. */
public final class LogInUseException extends ClogException {
    private static final long serialVersionUID = 1L;

    private final String holder;

    /**
     * Somebody owns the folder.
     *
     * @param location the folder
     * @param holder who
     * @param cause the refusal of the store
     */
    public LogInUseException(String location, String holder, Throwable cause) {
        super("the log is in use: folder=" + location + " holder=" + holder, cause);
        this.holder = holder;
    }

    /** Who owns the folder, as far as is known. */
    public String holder() {
        return holder;
    }
}
