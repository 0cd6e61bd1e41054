package dev.clog.testkit;

/**
 * An operation on a page store or on one of its files, as wrappers see it before it is done.
 *
 * @param kind what is done
 * @param name the file, as it was called when it was opened; the present name for a rename; empty for the folder itself
 * @param offset offset in the file in bytes; the new size for a cut; 0 where there is none
 * @param lengthBytes bytes asked for; 0 where there are none
 */
public record StoreOperation(Kind kind, String name, long offset, int lengthBytes) {

    /** An operation without offset and length. */
    StoreOperation(Kind kind, String name) {
        this(kind, name, 0, 0);
    }

    /** What is done. */
    public enum Kind {
        /** Lists the folder. */
        ENTRIES(false),
        /** Opens a file that is there. */
        OPEN(false),
        /** Makes a file and opens it. */
        CREATE(true),
        /** Gives a file another name. */
        RENAME(true),
        /** Removes a file. */
        REMOVE(true),
        /** Makes the folder's entries durable. */
        FORCE_FOLDER(true),
        /** Takes the folder. */
        LOCK(false),
        /** Lets the folder go. */
        UNLOCK(false),
        /** Closes the store. */
        CLOSE_STORE(false),
        /** Asks for the size of a file. */
        SIZE(false),
        /** Reads from a file. */
        READ(false),
        /** Writes into a file. */
        WRITE(true),
        /** Makes a file durable. */
        FORCE(true),
        /** Cuts a file. */
        TRUNCATE(true),
        /** Closes a file. */
        CLOSE(false);

        private final boolean change;

        Kind(boolean change) {
            this.change = change;
        }

        /** True if a power loss before it may leave something else than one after it. */
        public boolean isChange() {
            return change;
        }
    }
}
