package dev.clog.groupcommit.journal;

import dev.clog.api.LogFormatException;
import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.api.spi.StoreEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What is in the folder of a journal: the files from where it is needed on, and what a crash left. Reading it changes
 * nothing.
 *
 * @param startLsn where the first record begins that is needed
 * @param sizes of the files that the journal goes through, in bytes, by first position; without a gap
 * @param leftovers names of files that are no part of it
 */
record JournalFolder(long startLsn, NavigableMap<Long, Integer> sizes, List<String> leftovers) {

    /**
     * Reads the folder.
     *
     * @throws LogFormatException if what is there is no journal
     * @throws PageIoException if it can't be read
     */
    static JournalFolder read(PageStore store) {
        List<String> leftovers = new ArrayList<>();
        NavigableMap<Long, String> names = new TreeMap<>();
        for (StoreEntry entry : entries(store)) {
            if (JournalLayout.isFileName(entry.name())) {
                requireFile(store, entry);
                names.put(JournalLayout.firstLsn(entry.name()), entry.name());
            } else if (JournalLayout.isLeftover(entry.name())) {
                leftovers.add(entry.name());
            }
        }
        long startLsn = readStart(store);
        if (names.isEmpty() && startLsn == JournalLayout.FIRST_LSN) {
            return new JournalFolder(startLsn, Collections.emptyNavigableMap(), leftovers);
        }
        Long first = names.floorKey(startLsn);
        if (first == null) {
            throw missing(store.location(), startLsn);
        }
        leftovers.addAll(names.headMap(first, false).values());
        NavigableMap<Long, Integer> sizes = new TreeMap<>();
        long endLsn = first;
        for (Map.Entry<Long, String> file : names.tailMap(first, true).entrySet()) {
            if (file.getKey() != endLsn) {
                throw missing(path(store, JournalLayout.fileName(endLsn)), startLsn);
            }
            int size = readSize(store, file.getValue(), file.getKey());
            sizes.put(file.getKey(), size);
            endLsn += JournalLayout.capacity(size);
        }
        if (startLsn > endLsn) {
            throw missing(path(store, JournalLayout.fileName(endLsn)), startLsn);
        }
        return new JournalFolder(startLsn, sizes, leftovers);
    }

    private static List<StoreEntry> entries(PageStore store) {
        try {
            return store.entries();
        } catch (IOException e) {
            throw new PageIoException("can't list the folder of the journal", store.location(), -1, e);
        }
    }

    private static void requireFile(PageStore store, StoreEntry entry) {
        if (entry.kind() != StoreEntry.Kind.FILE) {
            throw new LogFormatException(
                    "expected a file of the journal, found a " + entry.kind(), path(store, entry.name()), -1);
        }
    }

    private static LogFormatException missing(String path, long startLsn) {
        return new LogFormatException(
                "a file of the journal is missing, which is needed from position " + startLsn + " on", path, -1);
    }

    private static long readStart(PageStore store) {
        String path = path(store, JournalLayout.START_NAME);
        try (PageFile file = store.open(JournalLayout.START_NAME, Access.READ)) {
            ByteBuffer content = JournalLayout.buffer(JournalLayout.START_BYTES);
            file.read(content, 0);
            return JournalLayout.startLsn(content.flip(), path);
        } catch (NoSuchFileException e) {
            return JournalLayout.FIRST_LSN;
        } catch (IOException e) {
            throw new PageIoException("can't read the start of the journal", path, 0, e);
        }
    }

    private static int readSize(PageStore store, String name, long firstLsn) {
        String path = path(store, name);
        try (PageFile file = store.open(name, Access.READ)) {
            ByteBuffer header = JournalLayout.buffer(JournalLayout.HEADER_BYTES);
            file.read(header, 0);
            int fileBytes = JournalLayout.fileBytes(header.flip(), path, firstLsn);
            if (file.size() != fileBytes) {
                throw new LogFormatException(
                        "expected " + fileBytes + " bytes, found " + file.size(),
                        path,
                        Math.min(file.size(), fileBytes));
            }
            return fileBytes;
        } catch (IOException e) {
            throw new PageIoException("can't read a file of the journal", path, 0, e);
        }
    }

    private static String path(PageStore store, String name) {
        return store.location() + "/" + name;
    }
}
