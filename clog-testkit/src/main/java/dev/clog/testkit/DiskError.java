package dev.clog.testkit;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What a disk or a system says when an operation fails, as the JDK passes it on. */
public enum DiskError {
    /** The device failed. */
    INPUT_OUTPUT("Input/output error"),
    /** The file system is full. */
    NO_SPACE("No space left on device"),
    /** The file system was mounted again, for reading only, as it is after an error. */
    READ_ONLY("Read-only file system"),
    /** The process has as many files open as it may. */
    TOO_MANY_FILES("Too many open files"),
    /** The process may not do this. */
    DENIED("Permission denied"),
    /** The file has gone. */
    NO_SUCH_FILE("No such file or folder");

    private final String text;

    DiskError(String text) {
        this.text = text;
    }

    /** A new exception for the operation that failed. */
    public IOException exception(StoreOperation operation) {
        String file = operation.name();
        return switch (this) {
            case DENIED -> new AccessDeniedException(file, null, text);
            case NO_SUCH_FILE -> new NoSuchFileException(file, null, text);
            case READ_ONLY, TOO_MANY_FILES -> new FileSystemException(file, null, text);
            case INPUT_OUTPUT, NO_SPACE -> new IOException(text);
        };
    }
}
