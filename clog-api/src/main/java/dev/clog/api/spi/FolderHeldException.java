package dev.clog.api.spi;

import java.io.IOException;

/** A folder can't be taken because somebody has it. */
public final class FolderHeldException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String holder;

    /**
     * Somebody has the folder.
     *
     * @param location the folder
     * @param holder what is known of who has it
     */
    public FolderHeldException(String location, String holder) {
        super(location + " is in use by " + holder);
        this.holder = holder;
    }

    /** What is known of who has the folder. */
    public String holder() {
        return holder;
    }
}
