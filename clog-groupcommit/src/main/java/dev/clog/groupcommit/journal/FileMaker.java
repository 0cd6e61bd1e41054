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
    private long made;
    private long reused;

    FileMaker(PageStore store, int fileBytes) {
        this.store = store;
        this.fileBytes = fileBytes;
    }

    /** Files made of zeros. */
    long made() {
        return made;
    }

    /** Files used again. */
    long reused() {
        return reused;
    }

    /** The file from {@code firstLsn} on, durable with its name. */
    JournalFile make(long firstLsn) throws IOException {
        boolean reuse = spare;
        spare = false;
        PageFile file = reuse ? store.open(JournalLayout.NEXT_NAME, Access.WRITE) : create();
        try {
            if (!reuse) {
                fill(file);
            }
            JournalFile.writeFully(file, JournalLayout.header(firstLsn, fileBytes), 0);
            file.force();
            store.rename(JournalLayout.NEXT_NAME, JournalLayout.fileName(firstLsn));
            store.force();
        } catch (Throwable failure) {
            abandon(file, firstLsn, failure);
            throw failure;
        }
        if (reuse) {
            reused++;
        } else {
            made++;
        }
        return new JournalFile(file, pathOf(firstLsn), firstLsn, fileBytes);
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

    private void abandon(PageFile file, long firstLsn, Throwable failure) {
        try (file) {
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
