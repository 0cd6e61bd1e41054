package dev.clog.offheap.inspect;

import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Says in an administrator's words why a file can't be read. */
final class ReadFailure {
    private ReadFailure() {}

    /** Why an operation on a file of the store failed; looks at the folder again where the exception does not tell. */
    static String text(PageStore store, String name, Throwable cause) {
        if (cause instanceof AccessDeniedException) {
            return "Permission denied";
        }
        if (cause instanceof NoSuchFileException) {
            return kind(store, name) == StoreEntry.Kind.DANGLING_LINK
                    ? "it is a dangling symbolic link"
                    : "no such file";
        }
        if (kind(store, name) == StoreEntry.Kind.FOLDER) {
            return "it is a directory";
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /** What an entry that is no regular file is. */
    static String text(StoreEntry.Kind kind) {
        return switch (kind) {
            case FILE -> "a regular file";
            case FOLDER -> "a directory";
            case DANGLING_LINK -> "a dangling symbolic link";
            case OTHER -> "neither a regular file nor a directory";
        };
    }

    private static StoreEntry.Kind kind(PageStore store, String name) {
        try {
            for (StoreEntry entry : store.entries()) {
                if (entry.name().equals(name)) {
                    return entry.kind();
                }
            }
        } catch (IOException e) {
            return null;
        }
        return null;
    }
}
