package dev.clog.api;

import java.util.List;

/** The JVM was started without flags that clog needs; the message holds exactly those. */
public final class MissingJvmFlagsException extends ClogException {
    private static final long serialVersionUID = 1L;

    /** The flags, each as it is given on the command line. */
    @SuppressWarnings("serial") // an immutable list of strings, which is serializable
    private final List<String> flags;

    /**
     * Flags are missing.
     *
     * @param flags the flags, each as it is given on the command line
     */
    public MissingJvmFlagsException(List<String> flags) {
        super("clog needs these JVM flags (java @clog.jvmargs has them): " + String.join(" ", flags));
        this.flags = List.copyOf(flags);
    }

    /** The flags that are missing, each as it is given on the command line. */
    public List<String> flags() {
        return flags;
    }
}
