package dev.clog.offheap;

import dev.clog.api.spi.PageFile;
import dev.clog.offheap.PageWriter.ForceFailedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Pages mapped where their files have them: no lookup, no eviction, no miss.
 *
 * <p>Segments are mapped copy-on-write. The kernel never writes a dirty page behind our back, as it may with a shared
 * mapping, so no status reaches the file before the checkpoint has flushed the write-ahead log for it. Never maps past
 * the end of a file, since that grows it.
 *
 * <p>A segment is unmapped by reachability: the next window does without it, and it goes when no reader has it.
 */
final class MappedSpace implements PageSpace {
    private final SegmentFiles files;
    private final PageLayout layout;
    private final PageWriter writer;
    private final ByteBuffer staging = PageWriter.newStaging();

    MappedSpace(SegmentFiles files, PageWriter writer) {
        this.files = files;
        this.layout = files.layout();
        this.writer = writer;
    }

    @Override
    public Window window(long oldestXid, long endXid, long firstSegment, long lastSegment) {
        List<Segment> segments = new ArrayList<>();
        for (long number = firstSegment; number <= lastSegment; number++) {
            segments.add(map(number, Math.max(oldestXid, firstIn(number)), firstIn(number + 1) - 1));
        }
        return MappedWindow.empty(oldestXid, endXid).with(segments.toArray(Segment[]::new));
    }

    private long firstIn(long segment) {
        return layout.firstXid(segment * PageLayout.PAGES_PER_SEGMENT);
    }

    private Segment map(long number, long firstXid, long lastXid) {
        try (PageFile file = files.openChecked(firstXid, lastXid)) {
            return map(number, file);
        } catch (IOException e) {
            throw files.failure("can't map the segment of xid " + firstXid, number, -1, e);
        }
    }

    private static Segment map(long number, PageFile file) throws IOException {
        long wholePages = file.size() / PageLayout.PAGE_BYTES * PageLayout.PAGE_BYTES;
        int length = (int) Math.min(wholePages, PageLayout.SEGMENT_BYTES);
        return new Segment(number, new OffHeapWords(file.mapPrivate(0, length)));
    }

    @Override
    public Window withPage(Window window, long page, long endXid) {
        MappedWindow from = (MappedWindow) window;
        long number = PageLayout.segment(page);
        if (from.segment(number) == null) {
            long firstXid = layout.firstXid(page);
            from = from.with(map(number, firstXid, firstXid));
        }
        return from.withEnd(endXid);
    }

    @Override
    public Window withEnd(Window window, long endXid) {
        return ((MappedWindow) window).withEnd(endXid);
    }

    @Override
    public Window withOldest(Window window, long oldestXid, long firstPage) {
        return ((MappedWindow) window).withOldest(oldestXid, PageLayout.segment(firstPage));
    }

    @Override
    public void forgetBefore(long firstPage) {
        // The window did.
    }

    @Override
    public void checkpoint(Window window) throws ForceFailedException {
        for (Segment segment : ((MappedWindow) window).segments()) {
            if (isDirty(segment)) {
                write(segment);
            }
        }
    }

    @Override
    public void write(Window window, long page) throws ForceFailedException {
        write(((MappedWindow) window).segment(PageLayout.segment(page)));
    }

    private static boolean isDirty(Segment segment) {
        for (int i = 0; i < segment.pages(); i++) {
            if (segment.page(i).isDirty()) {
                return true;
            }
        }
        return false;
    }

    private void write(Segment segment) throws ForceFailedException {
        long number = segment.number();
        try (PageFile file = files.openForWriting(number)) {
            try {
                for (int i = 0; i < segment.pages(); i++) {
                    writer.write(segment.page(i), number * PageLayout.PAGES_PER_SEGMENT + i, file, staging);
                }
            } finally {
                writer.force(file, number);
            }
        } catch (IOException e) {
            throw files.failure("can't open the segment to write its pages", number, -1, e);
        }
    }

    @Override
    public void close() {
        // Windows are left, and with them the segments.
    }
}
