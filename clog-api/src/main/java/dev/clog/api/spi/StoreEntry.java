package dev.clog.api.spi;

/**
 * An entry of a folder of page files.
 *
 * @param name file name, without a folder
 * @param kind what it is, symbolic links followed
 * @param sizeBytes size of a file in bytes; 0 for all else
 */
public record StoreEntry(String name, Kind kind, long sizeBytes) {

    /** What an entry is. */
    public enum Kind {
        /** A regular file, readable or not. */
        FILE,
        /** A folder. */
        FOLDER,
        /** A symbolic link to nothing. */
        DANGLING_LINK,
        /** A device, a socket, a pipe. */
        OTHER
    }
}
