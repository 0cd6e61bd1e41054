package dev.clog.offheap;

import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.WriteAheadLog;
import dev.clog.offheap.format.StatusLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Takes dirty pages to their files: steps C1 to C4 of {@link Segment} for each, then a force of the file. One thread at a
 * time.
 *
 * <p>A file is forced even if one of its pages could not be written, on the descriptor that wrote the others: so a page
 * whose mark is gone is durable, or the force has failed and with it the log. The page that could not be written has its
 * mark back.
 */
final class CheckpointWriter {
    private static final int PAGE_BYTES = StatusLayout.STANDARD.pageBytes();

    private final SegmentFiles files;
    private final WriteAheadLog writeAheadLog;
    private final long[] copy = new long[PAGE_BYTES / Long.BYTES];
    private final ByteBuffer staging = ByteBuffer.allocate(PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    CheckpointWriter(SegmentFiles files, WriteAheadLog writeAheadLog) {
        this.files = files;
        this.writeAheadLog = writeAheadLog;
    }

    /** A force failed: nothing tells what is durable. */
    static final class ForceFailedException extends Exception {
        private static final long serialVersionUID = 1L;

        ForceFailedException(PageIoException cause) {
            super(cause);
        }
    }

    /**
     * Writes and forces every page of the window that is dirty when its turn comes.
     *
     * @throws PageIoException if a page can't be written; it and those after it are still dirty
     * @throws ForceFailedException if a file can't be forced
     */
    void write(Window window) throws ForceFailedException {
        for (Segment segment : window.segments()) {
            if (segment.isDirty()) {
                write(segment);
            }
        }
    }

    /** Writes and forces every dirty page of a segment. */
    void write(Segment segment) throws ForceFailedException {
        long number = segment.number();
        try (PageFile file = files.openForWriting(number)) {
            try {
                for (int page = 0; page < segment.pages(); page++) {
                    if (segment.clearDirty(page)) {
                        write(segment, page, file);
                    }
                }
            } finally {
                force(file, number);
            }
        } catch (IOException e) {
            throw files.failure("can't open the segment to write its pages", number, -1, e);
        }
    }

    private void write(Segment segment, int page, PageFile file) {
        long offset = (long) page * PAGE_BYTES;
        boolean written = false;
        try {
            segment.copyPage(page, copy);
            flushLog(segment.largestLsn(page));
            staging.clear().asLongBuffer().put(copy);
            SegmentFiles.writeFully(file, staging, offset);
            written = true;
        } catch (IOException e) {
            throw files.failure("can't write the page", segment.number(), offset, e);
        } finally {
            if (!written) {
                segment.markPageDirty(page);
            }
        }
    }

    private void flushLog(long lsn) throws IOException {
        if (lsn > writeAheadLog.flushedLsn()) {
            writeAheadLog.flush(lsn);
            assert lsn <= writeAheadLog.flushedLsn() : "flushed to " + writeAheadLog.flushedLsn() + " of " + lsn;
        }
    }

    private void force(PageFile file, long number) throws ForceFailedException {
        try {
            file.force();
        } catch (IOException e) {
            throw new ForceFailedException(files.failure("can't force the segment", number, -1, e));
        }
    }
}
