package dev.clog.offheap.store;

import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The page store on a real folder, and the only door of clog to the file system: the log, the inspector and the
 * {@code clog} command all come through here. Holds no file open itself.
 *
 * <p>A store is for writing or for reading only. One for reading never creates, grows or touches anything, and works on
 * a folder that may not be written. Safe for use by several threads.
 */
/*
 * Interrupts: an interrupted thread that uses a FileChannel closes it for everybody. So files are read, written and
 * forced through RandomAccessFile, and the folder and the content of a file alone are forced through an
 * AsynchronousFileChannel; these do not look at the interrupt flag at all. (Taking the flag off and trying again is not enough for a force: an interrupt that comes in
 * while the force fails turns the failure into "closed by interrupt", and the second force, which then says "ok",
 * proves nothing.) Opening, listing, renaming and removing are not interruptible.
 *
 * Creation: RandomAccessFile creates what it opens for writing, so a file is only opened once it is known to be there;
 * nobody but the owner of the folder removes files, so it still is.
 */
public final class FilePageStore implements PageStore {
    /** Name of the file that holds the lock of a folder and the name of the holder; there only while it is held. */
    public static final String LOCK_FILE_NAME = FolderLockFile.NAME;

    private final Path folder;
    private final boolean writable;
    private final boolean temporary;

    private FilePageStore(Path folder, boolean writable, boolean temporary) {
        this.folder = folder;
        this.writable = writable;
        this.temporary = temporary;
    }

    /**
     * A folder that is there, for reading only.
     *
     * @throws java.nio.file.NoSuchFileException if it is not
     * @throws java.nio.file.NotDirectoryException if it is not a folder
     */
    public static FilePageStore openReadOnly(Path folder) throws IOException {
        return open(folder, false);
    }

    /**
     * A folder that is there, for reading and writing. Whether it may be written shows at the first write.
     *
     * @throws java.nio.file.NoSuchFileException if it is not
     * @throws java.nio.file.NotDirectoryException if it is not a folder
     */
    public static FilePageStore openForWriting(Path folder) throws IOException {
        return open(folder, true);
    }

    /**
     * A folder for reading and writing, which is made, durably, if it is not there. Its parent must be there.
     *
     * @throws java.nio.file.NoSuchFileException if the parent is not there
     * @throws java.nio.file.NotDirectoryException if there is something in its place that is not a folder
     */
    public static FilePageStore create(Path folder) throws IOException {
        if (Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.createDirectory(folder);
                force(folder.toAbsolutePath().getParent());
            } catch (FileAlreadyExistsException e) {
                // Somebody else was faster; what he made is looked at below.
            } catch (IOException e) {
                throw PathFailure.explain(e, folder);
            }
        }
        return open(folder, true);
    }

    /**
     * A new, empty folder among the temporary ones of the system, for reading and writing; the caller removes it with
     * {@link #removeTemporary}.
     *
     * @param prefix start of its name
     */
    public static FilePageStore createTemporary(String prefix) throws IOException {
        return new FilePageStore(Files.createTempDirectory(prefix), true, true);
    }

    private static FilePageStore open(Path folder, boolean writable) throws IOException {
        PathFailure.requireFolder(folder);
        return new FilePageStore(folder, writable, false);
    }

    /** The folder. */
    public Path folder() {
        return folder;
    }

    @Override
    public String location() {
        return folder.toString();
    }

    @Override
    public List<StoreEntry> entries() throws IOException {
        return FolderListing.of(folder);
    }

    @Override
    public PageFile open(String name, Access access) throws IOException {
        Path path = resolve(name);
        if (access == Access.WRITE) {
            requireWritable();
        }
        return OpenPageFile.open(path, access);
    }

    @Override
    public PageFile create(String name) throws IOException {
        Path path = resolve(name);
        requireWritable();
        try {
            FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
                    .close();
        } catch (IOException e) {
            throw PathFailure.explain(e, path);
        }
        return OpenPageFile.open(path, Access.WRITE);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Path source = resolve(from);
        Path target = resolve(to);
        requireWritable();
        requireNoFolder(source);
        try {
            Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw PathFailure.explain(e, source);
        }
    }

    @Override
    public void remove(String name) throws IOException {
        Path path = resolve(name);
        requireWritable();
        requireNoFolder(path);
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw PathFailure.explain(e, path);
        }
    }

    @Override
    public void force() throws IOException {
        requireWritable();
        force(folder);
    }

    private static void force(Path folder) throws IOException {
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            throw PathFailure.explain(e, folder);
        }
    }

    @Override
    public FolderLock lock(String holder) throws IOException {
        requireWritable();
        return FolderLockFile.acquire(folder, holder);
    }

    /**
     * Removes the folder and all that is in it, if {@link #createTemporary} made it. No file or lock of it may be in use.
     *
     * @throws IllegalStateException if the folder was there before this store
     */
    public void removeTemporary() throws IOException {
        if (!temporary) {
            throw new IllegalStateException("not a folder that this store made: folder=" + folder);
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList(); // what is in a folder before the folder
        }
        for (Path path : all) {
            Files.deleteIfExists(path);
        }
    }

    /** Does nothing: the store itself holds nothing. */
    @Override
    public void close() {}

    @Override
    public String toString() {
        return "FilePageStore[" + folder + (writable ? "" : ", read only") + "]";
    }

    private Path resolve(String name) throws IOException {
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("not the name of a file in a folder: name=" + name);
        }
        Path path = folder.resolve(name);
        if (name.equals(LOCK_FILE_NAME)) {
            // Whoever closes it gives the folder away: the system drops the lock with any descriptor of the process.
            throw new AccessDeniedException(path.toString(), null, "the lock file is not a page file");
        }
        return path;
    }

    private void requireWritable() throws IOException {
        if (!writable) {
            throw new AccessDeniedException(folder.toString(), null, "Permission denied: opened for reading only");
        }
    }

    private static void requireNoFolder(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(path.toString(), null, "a folder where a file was expected");
        }
    }
}
