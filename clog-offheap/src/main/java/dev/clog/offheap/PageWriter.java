package dev.clog.offheap;

import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.WriteAheadLog;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Takes a page to its file: steps C1 to C4 of {@link Page}. Any number of threads, one a page.
 *
 * <p>A file is forced even if one of its pages could not be written, on the descriptor that wrote the others: so a page
 * whose mark is gone is durable, or the force has failed and with it the log. The page that could not be written has its
 * mark back.
 */
final class PageWriter {
    private final SegmentFiles files;
    private final WriteAheadLog writeAheadLog;
    private final PageCounters counters;

    PageWriter(SegmentFiles files, WriteAheadLog writeAheadLog, PageCounters counters) {
        this.files = files;
        this.writeAheadLog = writeAheadLog;
        this.counters = counters;
    }

    /** A force failed: nothing tells what is durable. */
    static final class ForceFailedException extends Exception {
        private static final long serialVersionUID = 1L;

        ForceFailedException(PageIoException cause) {
            super(cause);
        }

        PageIoException failure() {
            return (PageIoException) getCause();
        }
    }

    /** A buffer for one page. */
    static ByteBuffer newStaging() {
        return ByteBuffer.allocate(PageLayout.PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Writes the page if it is dirty.
     *
     * @return true if it was
     * @throws PageIoException if it can't be written; it is still dirty
     * @throws PageFault if its file was cut
     */
    boolean write(Page page, long number, PageFile file, ByteBuffer staging) {
        if (!page.clearDirty()) {
            return false;
        }
        boolean written = false;
        try {
            refuseCut(number, file.size());
            staging.clear();
            page.copyTo(staging.asLongBuffer());
            flushLog(page.largestLsn(), number);
            SegmentFiles.writeFully(file, staging, PageLayout.offset(number));
            written = true;
            counters.countWritten();
        } catch (IOException e) {
            throw files.failure("can't write the page", PageLayout.segment(number), PageLayout.offset(number), e);
        } finally {
            if (!written) {
                page.markDirty();
            }
        }
        return true;
    }

    /** A page is used only when its file has it: one that ends before was cut, and with it went what was durable. */
    private void refuseCut(long number, long size) {
        int offset = PageLayout.offset(number);
        if (size < offset + PageLayout.PAGE_BYTES) {
            throw new PageFault(files.failure(
                    "can't write the page, its file was cut",
                    PageLayout.segment(number),
                    offset,
                    new EOFException("the file ends at offset " + size)));
        }
    }

    private void flushLog(long lsn, long number) {
        if (lsn > writeAheadLog.flushedLsn()) {
            try {
                writeAheadLog.flush(lsn);
            } catch (IOException e) {
                throw files.failure(
                        "can't flush the write-ahead log to position " + lsn + ", which the page waits for",
                        PageLayout.segment(number),
                        PageLayout.offset(number),
                        e);
            }
            if (lsn > writeAheadLog.flushedLsn()) {
                throw new IllegalStateException("the write-ahead log returned from a flush to position " + lsn
                        + ", and is flushed to " + writeAheadLog.flushedLsn());
            }
        }
    }

    /** Forces a file. Whatever comes out of it other than success: nothing tells what is durable. */
    void force(PageFile file, long segment) throws ForceFailedException {
        try {
            file.force();
            counters.countForced();
        } catch (IOException e) {
            throw new ForceFailedException(files.failure("can't force the segment", segment, -1, e));
        } catch (RuntimeException | Error e) {
            throw new ForceFailedException(files.failure("can't force the segment", segment, -1, new IOException(e)));
        }
    }
}
