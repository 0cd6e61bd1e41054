package dev.clog.offheap.inspect;

import dev.clog.api.PageIoException;
import dev.clog.api.spi.FileImage;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A segment file open for reading, page by page as words of 32 ids. Whatever goes wrong is a {@link PageIoException}.
 */
/*
 * A page is copied out of the mapping before anybody looks at it. So a file that is cut underneath, which surfaces at
 * some later instruction, surfaces here and nowhere else, and no caller's own exception is taken for it. The copy costs
 * a fraction of what the page costs to come from the file.
 */
final class OpenSegment implements AutoCloseable {
    private final SegmentFolder folder;
    private final SegmentFile segment;
    private final PageFile file;
    private final FileImage image;

    /**
     * Opens it.
     *
     * @throws PageIoException if it is no file, can't be opened, or is shorter by now than when it was listed
     */
    OpenSegment(SegmentFolder folder, SegmentFile segment) {
        this.folder = folder;
        this.segment = segment;
        if (!segment.isFile()) {
            throw failure("it is " + ReadFailure.text(segment.kind()), -1, null);
        }
        PageFile opened = null;
        try {
            opened = folder.store().open(segment.name(), PageStore.Access.READ);
            this.image = segment.pages() == 0 ? null : opened.image();
        } catch (IOException | UncheckedIOException | InternalError e) {
            close(opened);
            throw failure(ReadFailure.text(folder.store(), segment.name(), e), -1, e);
        }
        this.file = opened;
        if (image != null
                && image.size() < (long) segment.pages() * folder.layout().pageBytes()) {
            close();
            throw failure("it was cut from " + segment.sizeBytes() + " bytes while it was read", -1, null);
        }
    }

    /**
     * Copies a page.
     *
     * @param page its number in the segment, below {@link SegmentFile#pages}
     * @param words its words; as many as a page has
     */
    void read(int page, long[] words) {
        long offset = (long) page * folder.layout().pageBytes();
        try {
            for (int i = 0; i < words.length; i++) {
                words[i] = image.word(offset + (long) i * Long.BYTES);
            }
        } catch (UncheckedIOException | InternalError e) {
            throw failure("it was cut, or the device failed, while it was read", offset, e);
        }
    }

    private PageIoException failure(String why, long offset, Throwable cause) {
        return new PageIoException("can't read the segment, " + why, folder.path(segment.name()), offset, cause);
    }

    @Override
    public void close() {
        if (image != null) {
            image.close();
        }
        close(file);
    }

    /** A file that was only read has nothing to lose at its close. */
    private static void close(PageFile file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            return;
        }
    }
}
