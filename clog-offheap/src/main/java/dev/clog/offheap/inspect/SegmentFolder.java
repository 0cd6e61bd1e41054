package dev.clog.offheap.inspect;

import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What was in a folder of page files at one moment: its segments in logical order, oldest first, and everything else.
 * Immutable; the files themselves may change meanwhile. Opens no file.
 */
public final class SegmentFolder {

    private SegmentFolder() {}

    /**
     * Lists a folder.
     *
     * @param store the folder; it stays open, and is what scans of the result read
     * @param layout the page size its files are thought to have
     * @param range the ids it should hold
     * @throws dev.clog.api.PageIoException if the folder can't be listed
     */
    public static SegmentFolder list(PageStore store, StatusLayout layout, XidRange range) {
        throw new UnsupportedOperationException();
    }

    /** The folder, as messages name it. */
    public String location() {
        throw new UnsupportedOperationException();
    }

    /** The file with its folder, as messages name it. */
    public String path(String name) {
        throw new UnsupportedOperationException();
    }

    /** The page size. */
    public StatusLayout layout() {
        throw new UnsupportedOperationException();
    }

    /** The ids it should hold. */
    public XidRange range() {
        throw new UnsupportedOperationException();
    }

    /**
     * The segments, the one with the oldest ids first. If ids wrap, segment 0FFF comes before 0000: with a known bound
     * each lies where its ids are nearest to the range; without, the oldest is the one after the largest hole in the
     * numbers, and ids count from epoch 0 at the oldest segment.
     */
    public List<SegmentFile> segments() {
        throw new UnsupportedOperationException();
    }

    /** The segment of that number, if it is there. */
    public Optional<SegmentFile> segment(long number) {
        throw new UnsupportedOperationException();
    }

    /** The entries that are no segments, by name. */
    public List<StoreEntry> others() {
        throw new UnsupportedOperationException();
    }

    /** The least id that may have a status: the range's, or if that is unknown the first one of the first segment. */
    public OptionalLong firstXid() {
        throw new UnsupportedOperationException();
    }

    /** The greatest id that may have a status: the range's, or if that is unknown the last one of the last segment. */
    public OptionalLong lastXid() {
        throw new UnsupportedOperationException();
    }
}
