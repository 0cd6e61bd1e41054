package dev.clog.api;

/** A folder or file does not have the form it must have. Nothing was created or changed. */
public final class LogFormatException extends ClogException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long offset;

    /**
     * A file does not have the right form.
     *
     * @param what what is wrong and what was expected
     * @param file the file, with its folder
     * @param offset offset in it, in bytes; -1 where there is none
     */
    public LogFormatException(String what, String file, long offset) {
        super(what + ": file=" + file + (offset >= 0 ? " offset=" + offset : ""));
        this.file = file;
        this.offset = offset;
    }

    /** The file, with its folder. */
    public String file() {
        return file;
    }

    /** Offset in the file in bytes; -1 where there is none. */
    public long offset() {
        return offset;
    }
}
