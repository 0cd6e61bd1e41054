package dev.clog.cli;

import dev.clog.api.ClogException;
import java.io.IOError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** An error in one line, for people. */
final class ErrorLine {
    private static final String PREFIX = "clog: ";

    private ErrorLine() {}

    /** A line for a message. */
    static String of(String message) {
        return PREFIX + Text.oneLine(message);
    }

    /** A line for whatever was thrown. */
    static String of(Throwable failure) {
        return of(message(failure));
    }

    private static String message(Throwable failure) {
        if (failure instanceof UncheckedIOException wrapper) {
            return message(wrapper.getCause());
        }
        if (failure instanceof IOError wrapper) {
            return message(wrapper.getCause());
        }
        if (failure instanceof FileSystemException e) {
            return e.getFile() + ": " + reason(e);
        }
        if (failure instanceof OutOfMemoryError) {
            return "out of memory: " + failure.getMessage();
        }
        boolean speaks = failure instanceof ClogException
                || failure instanceof IOException
                || failure instanceof IllegalArgumentException;
        if (speaks && failure.getMessage() != null) {
            return failure.getMessage();
        }
        return "unexpected error, see --debug: " + failure;
    }

    private static String reason(FileSystemException e) {
        if (e.getReason() != null) {
            return e.getReason();
        }
        if (e instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (e instanceof NotDirectoryException) {
            return "not a folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return e.getClass().getSimpleName();
    }
}
