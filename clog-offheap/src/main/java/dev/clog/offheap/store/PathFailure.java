package dev.clog.offheap.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/** Says in words what is wrong with a path: the JDK's own errors hold the path and nothing else. */
final class PathFailure {
    private static final String DENIED = "Permission denied";

    private PathFailure() {}

    /** The same kind of error with its reason in the message. */
    static IOException explain(IOException e, Path path) {
        if (!(e instanceof FileSystemException failure) || failure.getReason() != null) {
            return e;
        }
        String file = failure.getFile() == null ? path.toString() : failure.getFile();
        FileSystemException explained;
        if (e instanceof AccessDeniedException) {
            explained = new AccessDeniedException(file, failure.getOtherFile(), DENIED);
        } else if (e instanceof FileAlreadyExistsException) {
            explained = new FileAlreadyExistsException(file, failure.getOtherFile(), "there is an entry of that name");
        } else if (e instanceof NoSuchFileException) {
            boolean dangling = Files.isSymbolicLink(Path.of(file));
            explained = new NoSuchFileException(
                    file, failure.getOtherFile(), dangling ? "a symbolic link to nothing" : "No such file or folder");
        } else {
            return e;
        }
        explained.initCause(e);
        return explained;
    }

    /**
     * The right kind of error for a file that could not be opened the old way, whose errors differ in their text only: a
     * channel is opened for the same purpose, and fails in the same way.
     */
    static IOException ofOpen(FileNotFoundException failure, Path path, Set<? extends OpenOption> options) {
        try (FileChannel channel = FileChannel.open(path, options)) {
            return new FileSystemException(path.toString(), null, failure.getMessage() + ", open=" + channel.isOpen());
        } catch (IOException e) {
            return explain(e, path);
        }
    }

    /**
     * Requires a regular file.
     *
     * @throws IOException if it is not there, can't be reached, or is anything else than a file
     */
    static void requireFile(Path path) throws IOException {
        BasicFileAttributes attributes = attributes(path);
        if (attributes.isDirectory()) {
            throw new FileSystemException(path.toString(), null, "a folder where a file was expected");
        }
        if (!attributes.isRegularFile()) {
            // Opening a pipe would wait for whoever opens its other end.
            throw new FileSystemException(path.toString(), null, "a device, socket or pipe where a file was expected");
        }
    }

    /**
     * Attributes of a folder.
     *
     * @throws IOException if it is not there, can't be reached, or is anything else than a folder
     */
    static BasicFileAttributes requireFolder(Path path) throws IOException {
        BasicFileAttributes attributes = attributes(path);
        if (!attributes.isDirectory()) {
            throw new NotDirectoryException(path.toString());
        }
        return attributes;
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException e) {
            throw explain(e, path);
        }
    }
}
