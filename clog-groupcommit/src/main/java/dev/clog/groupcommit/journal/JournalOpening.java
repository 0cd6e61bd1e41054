package dev.clog.groupcommit.journal;

import dev.clog.api.LogFormatException;
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
 * what was read must be durable: it may be in the memory of the system only, if the process died and not the system. A
 * force alone does not make it so: after one that failed the system takes what it could not write for written. So it is
 * written again first.
 */
final class JournalOpening {
    private final PageStore store;
    private final JournalFolder folder;
    private final NavigableMap<Long, Integer> sizes;
    private final long endLsn;
    private Checkpoint lastCheckpoint;
    /** Up to here the journal was durable before it was opened; it may have been further. */
    private long durableLsn;

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
                durableLsn = Math.max(durableLsn, reader.durableLsn());
            }
            refuseDamage(stream, reader.lsn());
            return reader.lsn();
        }
    }

    /** Behind the end that a crash leaves no record says that the journal was durable beyond it. */
    private void refuseDamage(JournalStream stream, long end) {
        RecordReader reader = new RecordReader(stream, end, stream.endLsn());
        for (long lsn = end + Long.BYTES; lsn < stream.endLsn(); lsn += Long.BYTES) {
            reader.seek(lsn);
            if (reader.next() && reader.durableLsn() > end) {
                throw new LogFormatException(
                        "the journal is damaged: expected a record at position " + end + "; the one at " + lsn
                                + " says that all up to " + reader.durableLsn() + " was durable",
                        stream.pathOf(end),
                        stream.offsetOf(end));
            }
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
            for (Map.Entry<Long, Integer> entry : sizes.entrySet()) {
                makeDurable(entry.getKey(), entry.getValue());
            }
            store.force();
            return openLast(maker);
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

    private void makeDurable(long firstLsn, int fileBytes) throws IOException {
        try (JournalFile file = open(firstLsn, fileBytes)) {
            if (endLsn < file.endLsn()) {
                file.zeroFrom(Math.max(endLsn, firstLsn));
            }
            file.writeAgain(Math.max(durableLsn, firstLsn), Math.min(endLsn, file.endLsn()));
            file.force();
        }
    }

    private JournalFile openLast(FileMaker maker) throws IOException {
        Map.Entry<Long, Integer> last = sizes.lastEntry();
        if (last != null && endLsn < last.getKey() + JournalLayout.capacity(last.getValue())) {
            return open(last.getKey(), last.getValue());
        }
        JournalFile made = maker.make(endLsn);
        sizes.put(endLsn, made.fileBytes());
        return made;
    }
}
