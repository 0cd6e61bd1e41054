package dev.clog.cli.pgdata;

import dev.clog.api.LogFormatException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server's data directory, or a copy of some of it; opened for reading only. */
public final class DataFolder {
    private static final String CONTROL_FOLDER = "global";
    private static final String CONTROL_FILE = "pg_control";
    private static final String PREPARED_FOLDER = "pg_twophase";
    private static final String PROCESS_FILE = "postmaster.pid";

    private static final int CONTROL_FILE_ATTEMPTS = 3;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Path folder;

    /**
     * A data directory. Looks at nothing yet.
     *
     * @param folder where it is
     */
    public DataFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Reads its control file. A running server may be writing it, so a damaged one is looked at again before it is
     * believed to be.
     *
     * @throws LogFormatException if it is of a layout that is not known, or damaged
     * @throws IOException if it is not there or can't be read
     */
    public ControlFile controlFile() throws IOException {
        try (PageStore store = FilePageStore.openReadOnly(folder.resolve(CONTROL_FOLDER));
                PageFile file = store.open(CONTROL_FILE, Access.READ)) {
            String name = store.location() + "/" + CONTROL_FILE;
            for (int attempt = 1; ; attempt++) {
                try {
                    return ControlFile.parse(image(file), name);
                } catch (LogFormatException e) {
                    if (attempt == CONTROL_FILE_ATTEMPTS) {
                        throw e;
                    }
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
        }
    }

    private static byte[] image(PageFile file) throws IOException {
        byte[] image = new byte[ControlFileLayout.FILE_BYTES];
        int length = file.read(ByteBuffer.wrap(image), 0);
        return length == image.length ? image : java.util.Arrays.copyOf(image, length);
    }

    /** True if there is the file that a server makes when it starts and removes when it ends. */
    public boolean hasProcessFile() throws IOException {
        try (PageStore store = FilePageStore.openReadOnly(folder);
                PageFile file = store.open(PROCESS_FILE, Access.READ)) {
            return file != null;
        } catch (NoSuchFileException e) {
            return false;
        } catch (AccessDeniedException e) {
            // It is there, and as a server makes it: for its owner only.
            return true;
        }
    }

    /**
     * Names of the files of prepared transactions; none if the copy does not have their folder.
     *
     * @throws IOException if it can't be listed
     */
    public List<String> preparedNames() throws IOException {
        try {
            return names(folder.resolve(PREPARED_FOLDER));
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /**
     * Names of all that is in a folder.
     *
     * @throws NoSuchFileException if it is not there
     * @throws IOException if it can't be listed
     */
    public static List<String> names(Path folder) throws IOException {
        try (PageStore store = FilePageStore.openReadOnly(folder)) {
            return store.entries().stream().map(StoreEntry::name).sorted().toList();
        }
    }
}
