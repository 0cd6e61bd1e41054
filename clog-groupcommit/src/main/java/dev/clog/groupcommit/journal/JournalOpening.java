package dev.clog.groupcommit.journal;

import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.PageStore.Access;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Finds where a journal ends, and makes the folder ready to go on from there.
 *
 * <p>The end is where the first record is not whole. What a crash left behind it must be gone, durably, before anything is
 * appended: records behind a hole are whole, and would come back to life where a new record ends at their position. And
 * what was read must be durable: it may be in the memory of the system only, if the process died and not the system.
 */
final class JournalOpening {
    private final PageStore store;
    private final JournalFolder folder;
    private final NavigableMap<Long, Integer> sizes;
    private final long endLsn;
    private Checkpoint lastCheckpoint;

    private JournalOpening(PageStore store, JournalFolder folder) {
        this.store = store;
        this.folder = folder;
        this.sizes = new TreeMap<>(folder.sizes());
        this.endLsn = sizes.isEmpty() ? folder.startLsn() : findEnd();
    }

    /** Reads a journal; nothing has changed on return. */
    static JournalOpening read(PageStore store) {
        return new JournalOpening(store, JournalFolder.read(store));
    }

    private long findEnd() {
        try (JournalStream stream = new JournalStream(store, sizes)) {
            RecordReader reader = new RecordReader(stream, folder.startLsn(), stream.endLsn());
            while (reader.next()) {
                Checkpoint checkpoint = reader.checkpoint();
                if (checkpoint != null) {
                    lastCheckpoint = checkpoint;
                }
            }
            return reader.lsn();
        }
    }

    /** Where the oldest record begins that is there. */
    long startLsn() {
        return folder.startLsn();
    }

    /** Where the last whole record ends. */
    long endLsn() {
        return endLsn;
    }

    /** The last checkpoint before the end; null if there is none. */
    Checkpoint lastCheckpoint() {
        return lastCheckpoint;
    }

    /** Sizes of the journal's files; those of {@link #clean} once that was called. */
    NavigableMap<Long, Integer> sizes() {
        return sizes;
    }

    /** Removes what is behind the end, makes durable what is before it, and opens the file that holds it. */
    JournalFile clean(FileMaker maker) {
        try {
            removeBehindEnd();
            for (String name : folder.leftovers()) {
                store.remove(name);
            }
            JournalFile last = null;
            for (Map.Entry<Long, Integer> entry : sizes.entrySet()) {
                if (last != null) {
                    last.close();
                }
                last = open(entry.getKey(), entry.getValue());
                force(last);
            }
            store.force();
            if (last == null || endLsn == last.endLsn()) {
                if (last != null) {
                    last.close();
                }
                last = maker.make(endLsn);
                sizes.put(endLsn, last.fileBytes());
            }
            return last;
        } catch (IOException e) {
            throw new PageIoException("can't make the journal ready for writing", store.location(), -1, e);
        }
    }

    private void removeBehindEnd() throws IOException {
        // From the last one, each durably: so that no crash leaves a gap, which would look like a loss.
        while (!sizes.isEmpty() && sizes.lastKey() > endLsn) {
            store.remove(JournalLayout.fileName(sizes.lastKey()));
            store.force();
            sizes.pollLastEntry();
        }
    }

    private JournalFile open(long firstLsn, int fileBytes) throws IOException {
        String name = JournalLayout.fileName(firstLsn);
        PageFile file = store.open(name, Access.WRITE);
        return new JournalFile(file, store.location() + "/" + name, firstLsn, fileBytes);
    }

    private void force(JournalFile file) throws IOException {
        try {
            if (endLsn < file.endLsn()) {
                file.zeroFrom(Math.max(endLsn, file.firstLsn()));
            }
            file.force();
        } catch (Throwable failure) {
            try (file) {
                throw failure;
            }
        }
    }
}
