package dev.clog.api;

/** A page file can't be read, written, made or forced. */
public final class PageIoException extends ClogException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long offset;

    /**
     * An operation on a page file failed.
     *
     * @param what what was tried, for which id, and what was expected
     * @param file the file, with its folder
     * @param offset offset in it, in bytes; -1 where there is none
     * @param cause why, or null
     */
    public PageIoException(String what, String file, long offset, Throwable cause) {
        super(message(what, file, offset, cause), cause);
        this.file = file;
        this.offset = offset;
    }

    private static String message(String what, String file, long offset, Throwable cause) {
        StringBuilder text = new StringBuilder(what).append(": file=").append(file);
        if (offset >= 0) {
            text.append(" offset=").append(offset);
        }
        if (cause != null) {
            text.append(" cause=").append(cause);
        }
        return text.toString();
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
