package dev.clog.offheap;

import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.offheap.format.StatusLayout;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;

/**
 * The segment files of one log: names them, makes them, checks them. Never leaves one sparse: a file is zeros in full
 * before a page of it is used, so that a full disk is found here and not when a page is written.
 */
final class SegmentFiles {
    private final PageStore store;
    private final PageLayout layout;

    SegmentFiles(PageStore store, PageLayout layout) {
        this.store = store;
        this.layout = layout;
    }

    PageLayout layout() {
        return layout;
    }

    /** File name of a segment. */
    String nameOf(long segment) {
        return StatusLayout.segmentName(layout.fileNumber(segment));
    }

    /** The file of a segment, as messages name it. */
    String pathOf(long segment) {
        return store.location() + "/" + nameOf(segment);
    }

    PageFile openForWriting(long segment) throws IOException {
        return store.open(nameOf(segment), Access.WRITE);
    }

    PageFile openForReading(long segment) throws IOException {
        return store.open(nameOf(segment), Access.READ);
    }

    /**
     * Checks that the file of a segment has the pages from that of {@code first} to that of {@code last}.
     *
     * @throws PageIoException if the file is missing or ends before {@code last}; names the first id that is not there
     */
    void checkHolds(long first, long last) {
        try (PageFile file = openForReading(PageLayout.segment(layout.page(first)))) {
            refuseShort(file.size(), first, last);
        } catch (IOException e) {
            throw unreadable(first, e);
        }
    }

    private void refuseShort(long size, long first, long last) {
        long lastPage = layout.page(last);
        if (size < PageLayout.offset(lastPage) + PageLayout.PAGE_BYTES) {
            int pagesThere = (int) (size / PageLayout.PAGE_BYTES);
            long missingPage = Math.max(layout.page(first), lastPage - PageLayout.pageInSegment(lastPage) + pagesThere);
            long firstMissing = Math.max(first, layout.firstXid(missingPage));
            throw new PageIoException(
                    "can't read the page of xid " + firstMissing + ", page " + PageLayout.pageInSegment(missingPage)
                            + " of its segment: restore the file",
                    pathOf(PageLayout.segment(missingPage)),
                    PageLayout.offset(missingPage),
                    new EOFException("the file ends at offset " + size + " (" + pagesThere + " pages)"));
        }
    }

    private PageIoException unreadable(long xid, Throwable cause) {
        return unreadable(layout.page(xid), xid, cause);
    }

    /** A page can't be read that was wanted for an id, or for a relative of it. */
    PageIoException unreadable(PageFault fault, long wantedFor) {
        return unreadable(fault.pageOr(layout.page(wantedFor)), wantedFor, fault.getCause());
    }

    private PageIoException unreadable(long page, long wantedFor, Throwable cause) {
        long xid = layout.page(wantedFor) == page ? wantedFor : layout.firstXid(page);
        return failure("can't read the page of xid " + xid, PageLayout.segment(page), PageLayout.offset(page), cause);
    }

    /** True if there is a file of the segment's name. */
    boolean exists(long segment) {
        try (PageFile file = store.open(nameOf(segment), Access.READ)) {
            return file.size() >= 0;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw failure("can't open the segment", segment, -1, e);
        }
    }

    /**
     * Makes the file of a segment where there is none, and fills up one that is short with zeros. The file, its size and
     * its name are durable on return, also where it had its size already: an earlier call may have stopped before the
     * force. What the file held stays.
     *
     * @throws PageIoException if there is no room, among other things; a file that was made for this is removed again, and
     *     no other one
     */
    void allocate(long segment) {
        try (PageFile file = openForWriting(segment)) {
            fillUp(file);
        } catch (NoSuchFileException e) {
            make(segment);
        } catch (IOException e) {
            throw failure("can't fill the segment up with zeros", segment, -1, e);
        }
    }

    private void make(long segment) {
        boolean made = false;
        try (PageFile file = store.create(nameOf(segment))) {
            made = true;
            fillUp(file);
        } catch (IOException e) {
            PageIoException failure = failure("can't allocate the segment", segment, -1, e);
            if (made) {
                removeUnfinished(segment, failure);
            }
            throw failure;
        }
    }

    private void fillUp(PageFile file) throws IOException {
        long size = file.size();
        if (size < PageLayout.SEGMENT_BYTES) {
            writeFully(file, ByteBuffer.allocate((int) (PageLayout.SEGMENT_BYTES - size)), size);
        }
        file.force();
        store.force();
    }

    private void removeUnfinished(long segment, PageIoException failure) {
        try {
            store.remove(nameOf(segment));
        } catch (NoSuchFileException e) {
            // It could not even be made.
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Writes all of {@code source}; fewer bytes written than given, with no error, are a full disk. */
    static void writeFully(PageFile file, ByteBuffer source, long offset) throws IOException {
        int length = source.remaining();
        int written = file.write(source, offset);
        if (written < length) {
            throw new IOException("no space left: " + written + " of " + length + " bytes written at offset " + offset);
        }
    }

    PageIoException failure(String what, long segment, long offset, Throwable cause) {
        return new PageIoException(what, pathOf(segment), offset, cause);
    }
}
