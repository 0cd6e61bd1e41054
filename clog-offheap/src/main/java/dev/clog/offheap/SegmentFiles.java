package dev.clog.offheap;

import dev.clog.api.IdSpace;
import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.offheap.format.StatusLayout;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;

/**
 * The segment files of one log: names them, makes them, maps them. Never maps past the end of a file, since that grows
 * it, and never leaves one sparse: a file is zeros in full before it is mapped, so that a full disk is found here and not
 * when a page is written.
 */
final class SegmentFiles {
    private static final StatusLayout LAYOUT = StatusLayout.STANDARD;
    private static final int SEGMENT_BYTES = LAYOUT.segmentBytes();

    private final PageStore store;
    private final IdSpace idSpace;

    SegmentFiles(PageStore store, IdSpace idSpace) {
        this.store = store;
        this.idSpace = idSpace;
    }

    /** Number of the segment that holds {@code xid}, through all epochs. */
    static long numberOf(long xid) {
        return LAYOUT.segment(xid);
    }

    private String nameOf(long number) {
        long firstXid = LAYOUT.firstPosition(number);
        return StatusLayout.segmentName(LAYOUT.segment(idSpace.position(firstXid)));
    }

    /** The file of a segment, as messages name it. */
    String pathOf(long number) {
        return store.location() + "/" + nameOf(number);
    }

    PageFile openForWriting(long number) throws IOException {
        return store.open(nameOf(number), Access.WRITE);
    }

    /**
     * Maps a segment that is there; its file does not change.
     *
     * @param first the first id that must be in it
     * @param last the last id that must be in it
     * @throws PageIoException if the file is missing or ends before {@code last}; names the first id that is not there
     */
    Segment map(long number, long first, long last) {
        checkHolds(number, first, last);
        try (PageFile file = openForWriting(number)) {
            return map(number, file);
        } catch (IOException e) {
            throw failure("can't map the segment of xid " + first, number, -1, e);
        }
    }

    /** Checks that the file of a segment has the pages from that of {@code first} to that of {@code last}. */
    void checkHolds(long number, long first, long last) {
        int offset = LAYOUT.pageOffset(first);
        try (PageFile file = store.open(nameOf(number), Access.READ)) {
            long size = file.size();
            if (size < LAYOUT.pageOffset(last) + LAYOUT.pageBytes()) {
                int pagesThere = (int) (size / LAYOUT.pageBytes());
                long firstMissing =
                        Math.max(first, LAYOUT.firstPosition(number) + (long) pagesThere * LAYOUT.xidsPerPage());
                throw new PageIoException(
                        "can't read the page of xid " + firstMissing + ", page " + LAYOUT.pageInSegment(firstMissing)
                                + " of its segment: restore the file, or open the log in recovery and replay",
                        pathOf(number),
                        LAYOUT.pageOffset(firstMissing),
                        new EOFException("the file ends at offset " + size + " (" + pagesThere + " pages)"));
            }
        } catch (IOException e) {
            throw failure("can't read the page of xid " + first, number, offset, e);
        }
    }

    private static Segment map(long number, PageFile file) throws IOException {
        long wholePages = file.size() / LAYOUT.pageBytes() * LAYOUT.pageBytes();
        int length = (int) Math.min(wholePages, SEGMENT_BYTES);
        return new Segment(number, new OffHeapWords(file.mapPrivate(0, length)));
    }

    /** True if there is a file of the segment's name. */
    boolean exists(long number) {
        try (PageFile file = store.open(nameOf(number), Access.READ)) {
            return file.size() >= 0;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw failure("can't open the segment", number, -1, e);
        }
    }

    /**
     * Maps a segment in full: makes its file where there is none, and fills up one that is short with zeros. The file,
     * its size and its name are durable on return. What the file held stays.
     *
     * @throws PageIoException if there is no room, among other things; a file that was made for this is removed again
     */
    Segment mapInFull(long number) {
        try {
            return mapInFull(number, store.create(nameOf(number)));
        } catch (FileAlreadyExistsException e) {
            return mapPresentInFull(number);
        } catch (IOException e) {
            PageIoException failure = failure("can't allocate the segment", number, -1, e);
            removeUnfinished(number, failure);
            throw failure;
        }
    }

    private Segment mapPresentInFull(long number) {
        try {
            return mapInFull(number, openForWriting(number));
        } catch (IOException e) {
            throw failure("can't fill the segment up with zeros", number, -1, e);
        }
    }

    private Segment mapInFull(long number, PageFile opened) throws IOException {
        try (PageFile file = opened) {
            fillUp(file);
            store.force();
            return map(number, file);
        }
    }

    private static void fillUp(PageFile file) throws IOException {
        long size = file.size();
        if (size < SEGMENT_BYTES) {
            writeFully(file, ByteBuffer.allocate((int) (SEGMENT_BYTES - size)), size);
            file.force();
        }
    }

    private void removeUnfinished(long number, PageIoException failure) {
        try {
            store.remove(nameOf(number));
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

    PageIoException failure(String what, long number, long offset, Throwable cause) {
        return new PageIoException(what, pathOf(number), offset, cause);
    }
}
