package dev.clog.offheap.inspect;

import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A segment file open for reading, page by page as words of 32 ids. What goes wrong is a {@link PageIoException}. */
/*
 * Read, not mapped. Where a mapped file is cut underneath, the JDK raises an InternalError at some later point, which may
 * be in code that has nothing to do with it and after everything here has returned; or the mapping shows zeros, which are
 * a status. A read is short and nothing else. On files in the page cache it is as fast: a mapping of a quarter of a
 * megabyte costs about what its copy costs.
 */
final class OpenSegment implements AutoCloseable {
    private final SegmentFolder folder;
    private final SegmentFile segment;
    private final PageFile file;
    private final ByteBuffer bytes;

    /**
     * Opens it.
     *
     * @throws PageIoException if it is no file or can't be opened
     */
    OpenSegment(SegmentFolder folder, SegmentFile segment) {
        this.folder = folder;
        this.segment = segment;
        if (!segment.isFile()) {
            throw failure("it is " + ReadFailure.text(segment.kind()), -1, null);
        }
        try {
            this.file = folder.store().open(segment.name(), PageStore.Access.READ);
        } catch (IOException e) {
            throw failure(ReadFailure.text(folder.store(), segment.name(), e), -1, e);
        }
        this.bytes = ByteBuffer.allocate(folder.layout().pageBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Reads a page.
     *
     * @param page its number in the segment, below {@link SegmentFile#pages}
     * @param words its words; as many as a page has
     * @throws PageIoException if it can't be read, or is no longer there
     */
    void read(int page, long[] words) {
        long offset = (long) page * folder.layout().pageBytes();
        bytes.clear();
        int read;
        try {
            read = file.read(bytes, offset);
        } catch (IOException e) {
            throw failure(ReadFailure.text(folder.store(), segment.name(), e), offset, e);
        }
        if (read < bytes.capacity()) {
            throw failure("it was cut from " + segment.sizeBytes() + " bytes while it was read", offset, null);
        }
        bytes.flip().asLongBuffer().get(words);
    }

    private PageIoException failure(String why, long offset, Throwable cause) {
        return new PageIoException("can't read the segment, " + why, folder.path(segment.name()), offset, cause);
    }

    /** A file that was only read has nothing to lose at its close. */
    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            return;
        }
    }
}
