package dev.clog.api;

import java.util.List;

/** The JVM was started without flags that clog needs; the message holds exactly those. */
public final class MissingJvmFlagsException extends ClogException {
    private static final long serialVersionUID = 1L;

    /** What a flag ends in that is for libraries on the class path. */
    private static final String CLASS_PATH = "=ALL-UNNAMED";

    /** The flags, each as it is given on the command line. */
    @SuppressWarnings("serial") // an immutable list of strings, which is serializable
    private final List<String> flags;

    /**
     * Flags are missing.
     *
     * @param flags the flags, each as it is given on the command line
     */
    public MissingJvmFlagsException(List<String> flags) {
        super("clog needs these JVM flags (" + source(flags) + "): " + String.join(" ", flags));
        this.flags = List.copyOf(flags);
    }

    /** The file has the flags of the module path, with the names of modules. */
    private static String source(List<String> flags) {
        return flags.stream().anyMatch(flag -> flag.endsWith(CLASS_PATH))
                ? "it is on the class path, where those of clog.jvmargs are not enough"
                : "java @clog.jvmargs has them";
    }

    /** The flags that are missing, each as it is given on the command line. */
    public List<String> flags() {
        return flags;
    }
}
