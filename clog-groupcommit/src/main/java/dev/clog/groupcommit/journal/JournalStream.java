package dev.clog.groupcommit.journal;

import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.PageStore.Access;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableMap;

/** Reads bytes of the journal by their position, across files. Holds the file that was read last open. */
final class JournalStream implements Closeable {
    private final PageStore store;
    private final NavigableMap<Long, Integer> sizes;
    private PageFile file;
    private long firstLsn;
    private long endLsn;

    /** @param sizes of the files in bytes, by first position, without a gap */
    JournalStream(PageStore store, NavigableMap<Long, Integer> sizes) {
        this.store = store;
        this.sizes = sizes;
    }

    /** The position after the last byte that can be read. */
    long endLsn() {
        Map.Entry<Long, Integer> last = sizes.lastEntry();
        return last.getKey() + JournalLayout.capacity(last.getValue());
    }

    /**
     * Fills what remains of {@code target} from a position; all of it lies before {@link #endLsn}.
     *
     * @throws PageIoException if it can't be read
     */
    void read(ByteBuffer target, long lsn) {
        int limit = target.limit();
        for (long at = lsn; target.position() < limit; ) {
            if (file == null || at < firstLsn || at >= endLsn) {
                open(at);
            }
            int part = (int) Math.min(limit - target.position(), endLsn - at);
            readPart(target.limit(target.position() + part), part, JournalLayout.offset(firstLsn, at));
            at += part;
        }
    }

    private void readPart(ByteBuffer target, int part, long offset) {
        try {
            int got = file.read(target, offset);
            if (got < part) {
                throw new EOFException("the file ends at offset " + (offset + got));
            }
        } catch (IOException e) {
            throw new PageIoException("can't read the journal", path(), offset, e);
        }
    }

    private void open(long lsn) {
        close();
        Map.Entry<Long, Integer> holder = sizes.floorEntry(lsn);
        firstLsn = holder.getKey();
        endLsn = firstLsn + JournalLayout.capacity(holder.getValue());
        assert lsn < endLsn : "lsn=" + lsn + " endLsn=" + endLsn;
        try {
            file = store.open(JournalLayout.fileName(firstLsn), Access.READ);
        } catch (IOException e) {
            throw new PageIoException("can't open a file of the journal", path(), -1, e);
        }
    }

    /** The file that holds a position, with its folder. */
    String pathOf(long lsn) {
        return store.location() + "/" + JournalLayout.fileName(sizes.floorKey(lsn));
    }

    /** The offset of a position in its file. */
    long offsetOf(long lsn) {
        return JournalLayout.offset(sizes.floorKey(lsn), lsn);
    }

    private String path() {
        return pathOf(firstLsn);
    }

    /** Closes the file that is open; one is opened again where it is needed. */
    @Override
    public void close() {
        if (file != null) {
            PageFile closing = file;
            file = null;
            try {
                closing.close();
            } catch (IOException e) {
                throw new PageIoException("can't close a file of the journal", path(), -1, e);
            }
        }
    }
}
