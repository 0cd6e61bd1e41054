package dev.clog.groupcommit.journal;

import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.lock.LockMode;
import dev.clog.lock.LockTranche;
import dev.clog.lock.LwLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The files of an open journal: the one that is written to, those before it that a force must still reach, the next one,
 * which is made in advance, and those that a checkpoint removes.
 *
 * <p>Written by one thread at a time, forced by one at a time, and both at the same time. The folder itself is changed
 * under the folder lock, which a writer takes only if it finds no next file: while there is none, the current file changes
 * only under that lock.
 *
 * <p>Where a force of the folder has failed every force fails from then on, and with it the journal.
 */
final class JournalFiles implements InsertionBuffer.Target {
    private final PageStore store;
    private final FileMaker maker;
    private final Runnable wantsNext;
    private final LwLock folderLock = LockTranche.named("Journal files").newLock(0);
    /** Sizes of all files but the next one, by their first position. */
    private final ConcurrentNavigableMap<Long, Integer> sizes;
    /** Full files that have not been forced to their end. */
    private final Queue<JournalFile> full = new ConcurrentLinkedQueue<>();

    /** The file after the current one, from when it has been made until it is the current one. */
    private final AtomicReference<JournalFile> next = new AtomicReference<>();

    private volatile JournalFile current;
    /** Guarded by the folder lock. */
    private long removed;

    /**
     * The files of a folder.
     *
     * @param sizes of the files there, by first position; current is the last of them
     * @param wantsNext called when the next file should be made, by {@link #makeNext} in another thread
     */
    JournalFiles(
            PageStore store,
            FileMaker maker,
            NavigableMap<Long, Integer> sizes,
            JournalFile current,
            Runnable wantsNext) {
        this.store = store;
        this.maker = maker;
        this.sizes = new ConcurrentSkipListMap<>(sizes);
        this.current = current;
        this.wantsNext = wantsNext;
    }

    @Override
    public void write(ByteBuffer bytes, long lsn) throws IOException {
        long at = lsn;
        int limit = bytes.limit();
        while (bytes.position() < limit) {
            JournalFile file = current;
            if (at == file.endLsn()) {
                file = rotate(file);
            }
            int part = (int) Math.min(limit - bytes.position(), file.endLsn() - at);
            file.write(bytes.limit(bytes.position() + part), at);
            at += part;
        }
    }

    private JournalFile rotate(JournalFile before) throws IOException {
        if (next.get() == null) {
            makeNext();
        }
        JournalFile file = next.get();
        sizes.put(file.firstLsn(), file.fileBytes());
        full.add(before); // before it stops being the current one: see force
        current = file;
        next.set(null); // after that: see makeNext
        wantsNext.run();
        return file;
    }

    /** Makes the next file, if there is none. */
    void makeNext() throws IOException {
        folderLock.acquire(LockMode.EXCLUSIVE);
        try {
            if (next.get() == null) { // so the current file is the last one, and stays it
                next.set(maker.make(current.endLsn()));
            }
        } finally {
            folderLock.release();
        }
    }

    /** Makes durable all that was written before the call. */
    void force() throws IOException {
        maker.refuseFailedFolder();
        // In this order: what is not in the queue now was not full when it was the current one.
        JournalFile last = current;
        for (JournalFile file = full.peek(); file != null; file = full.peek()) {
            file.force();
            full.remove();
            file.close();
            if (file == last) {
                last = current;
            }
        }
        last.force();
    }

    /**
     * Removes the files that hold nothing from {@code lsn} on, durably.
     *
     * @param lsn a position where a record begins, and up to which the journal is durable
     */
    void removeBefore(long lsn) throws IOException {
        folderLock.acquire(LockMode.EXCLUSIVE);
        try {
            maker.refuseFailedFolder();
            Long needed = sizes.floorKey(lsn);
            if (needed == null || needed.equals(sizes.firstKey())) {
                return;
            }
            NavigableMap<Long, Integer> unneeded = new TreeMap<>(sizes.headMap(needed, false));
            writeStart(lsn);
            for (Map.Entry<Long, Integer> file : unneeded.entrySet()) {
                maker.retire(file.getKey(), file.getValue());
                sizes.remove(file.getKey());
                removed++;
            }
            maker.forceFolder();
        } finally {
            folderLock.release();
        }
    }

    /** Files that hold something are not removed before the start is durable. */
    private void writeStart(long lsn) throws IOException {
        try {
            store.remove(JournalLayout.NEW_START_NAME);
        } catch (NoSuchFileException e) {
            // As it should be.
        }
        try (PageFile file = store.create(JournalLayout.NEW_START_NAME)) {
            JournalFile.writeFully(file, JournalLayout.start(lsn), 0);
            file.force();
        }
        store.rename(JournalLayout.NEW_START_NAME, JournalLayout.START_NAME);
        maker.forceFolder();
    }

    /** Counts of files, and of those made, used again and removed. */
    FileCounts counts() {
        folderLock.acquire(LockMode.EXCLUSIVE);
        try {
            return new FileCounts(sizes.size(), maker.made(), maker.reused(), removed);
        } finally {
            folderLock.release();
        }
    }

    /** Closes all files; nobody writes or forces any more. */
    void close() throws IOException {
        folderLock.acquire(LockMode.EXCLUSIVE);
        try {
            IOException failure = null;
            full.add(current);
            JournalFile prepared = next.getAndSet(null);
            if (prepared != null) {
                full.add(prepared);
            }
            for (JournalFile file = full.poll(); file != null; file = full.poll()) {
                failure = closing(file, failure);
            }
            if (failure != null) {
                throw failure;
            }
        } finally {
            folderLock.release();
        }
    }

    private static IOException closing(JournalFile file, IOException before) {
        try {
            file.close();
            return before;
        } catch (IOException e) {
            if (before == null) {
                return e;
            }
            before.addSuppressed(e);
            return before;
        }
    }

    /** Numbers of files. */
    record FileCounts(int present, long made, long reused, long removed) {}
}
