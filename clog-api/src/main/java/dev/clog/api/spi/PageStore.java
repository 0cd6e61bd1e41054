package dev.clog.api.spi;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * One folder of page files: clog's only door to the file system. Nothing but an implementation of this opens, reads,
 * writes, forces, renames or removes a file, so that a test can stand in the door.
 *
 * <p>Errors are {@link IOException}s; those with a meaning are {@link java.nio.file.NoSuchFileException},
 * {@link java.nio.file.FileAlreadyExistsException} and {@link java.nio.file.AccessDeniedException}. No operation creates
 * anything unless it says so. Safe for use by several threads. An interrupt of the calling thread never fails an
 * operation or closes a file: it stays in the thread's interrupt flag.
 */
public interface PageStore extends Closeable {

    /** The folder, as messages name it. */
    String location();

    /**
     * Everything in the folder but {@code .} and {@code ..}, in no order. Symbolic links are followed.
     *
     * @throws java.nio.file.NoSuchFileException if the folder is not there
     */
    List<StoreEntry> entries() throws IOException;

    /**
     * Opens a file that is there.
     *
     * @throws java.nio.file.NoSuchFileException if it is not
     * @throws java.nio.file.AccessDeniedException if it may not be opened for {@code access}
     */
    PageFile open(String name, Access access) throws IOException;

    /**
     * Makes an empty file and opens it for writing. It is durable after a force of the file and of the folder.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is an entry of that name
     */
    PageFile create(String name) throws IOException;

    /** Gives a file another name, atomically, replacing a file of that name. Durable after {@link #force}. */
    void rename(String from, String to) throws IOException;

    /** Removes a file. Durable after {@link #force}. */
    void remove(String name) throws IOException;

    /** Makes the folder's entries durable: files created, renamed and removed before this call. */
    void force() throws IOException;

    /**
     * Takes the folder for this process. A process that dies lets go of it.
     *
     * @param holder text about the owner that a second one is told
     * @throws FolderHeldException if another owner, here or in another process, has it
     */
    FolderLock lock(String holder) throws IOException;

    /** Releases what the store itself holds; files and locks taken from it are closed on their own. */
    @Override
    void close() throws IOException;

    /** What a file is opened for. */
    enum Access {
        /** Reads only; the file is never changed, grown or touched. */
        READ,
        /** Reads and writes. */
        WRITE
    }
}
