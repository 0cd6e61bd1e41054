package dev.clog.groupcommit.journal;

import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.PageStore.Access;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;

/**
 * Makes files of the journal, under a name that is not yet theirs; a file that has its name is complete and durable. One
 * that is no longer needed is used again, as it is: only its header changes. Used by one thread at a time.
 */
final class FileMaker {
    private static final int CHUNK_BYTES = 1 << 20;

    private final PageStore store;
    private final int fileBytes;
    private boolean spare;

    /** Why the folder's names may not be those on the disk; null while they are. */
    private volatile IOException folderFailure;

    private long filesMade;
    private long filesReused;

    FileMaker(PageStore store, int fileBytes) {
        this.store = store;
        this.fileBytes = fileBytes;
    }

    /** Files made of zeros. */
    long made() {
        return filesMade;
    }

    /** Files used again. */
    long reused() {
        return filesReused;
    }

    /** The file from {@code firstLsn} on, durable with its name. */
    JournalFile make(long firstLsn) throws IOException {
        refuseFailedFolder();
        boolean reuse = spare;
        spare = false;
        PageFile made;
        try {
            prepare(firstLsn, reuse);
            store.rename(JournalLayout.NEXT_NAME, JournalLayout.fileName(firstLsn));
            forceFolder();
            made = store.open(JournalLayout.fileName(firstLsn), Access.WRITE);
        } catch (Throwable failure) {
            abandon(firstLsn, failure);
            throw failure;
        }
        if (reuse) {
            filesReused++;
        } else {
            filesMade++;
        }
        return new JournalFile(made, pathOf(firstLsn), firstLsn, fileBytes);
    }

    /**
     * Makes the names in the folder durable. A failure is final: what the disk has of them is not known then, and a later
     * force that succeeds would be no answer (LIF-3).
     */
    void forceFolder() throws IOException {
        refuseFailedFolder();
        try {
            store.force();
        } catch (IOException | RuntimeException | Error e) {
            folderFailure = new IOException(
                    "can't force the folder of the journal: folder=" + store.location() + " cause=" + e, e);
            throw e;
        }
    }

    /** Throws if a force of the folder has failed. Called by any thread. */
    void refuseFailedFolder() throws IOException {
        IOException failure = folderFailure;
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    private void prepare(long firstLsn, boolean reuse) throws IOException {
        try (PageFile file = reuse ? store.open(JournalLayout.NEXT_NAME, Access.WRITE) : create()) {
            if (!reuse) {
                fill(file);
            }
            JournalFile.writeFully(file, JournalLayout.header(firstLsn, fileBytes), 0);
            file.force();
        }
    }

    private PageFile create() throws IOException {
        remove(JournalLayout.NEXT_NAME);
        return store.create(JournalLayout.NEXT_NAME);
    }

    private void fill(PageFile file) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(Math.min(fileBytes, CHUNK_BYTES));
        for (int offset = 0; offset < fileBytes; offset += zeros.limit()) {
            zeros.clear().limit(Math.min(zeros.capacity(), fileBytes - offset));
            JournalFile.writeFully(file, zeros, offset);
        }
    }

    private void abandon(long firstLsn, Throwable failure) {
        try {
            remove(JournalLayout.NEXT_NAME);
            remove(JournalLayout.fileName(firstLsn));
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private String pathOf(long firstLsn) {
        return store.location() + "/" + JournalLayout.fileName(firstLsn);
    }

    private void remove(String name) throws IOException {
        try {
            store.remove(name);
        } catch (NoSuchFileException e) {
            // As it should be.
        }
    }

    /** Takes a file away that is not needed, to use it again, or removes it. Durable after a force of the folder. */
    void retire(long firstLsn, int size) throws IOException {
        String name = JournalLayout.fileName(firstLsn);
        if (spare || size != fileBytes) {
            store.remove(name);
        } else {
            store.rename(name, JournalLayout.NEXT_NAME);
            spare = true;
        }
    }
}
