package dev.clog.offheap;

import dev.clog.api.spi.PageFile;
import dev.clog.lock.LockTranche;
import dev.clog.lock.LwLock;
import dev.clog.offheap.PageWriter.ForceFailedException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Segments in memory as a whole, each from when it is first used: no lookup, no eviction, no lock.
 *
 * <p>The memory is not the file's. So no status reaches the file before the checkpoint has flushed the write-ahead log for
 * it, and nothing that happens to the file changes an answer or ends the process: whoever writes finds out that it was cut.
 *
 * <p>A segment is freed by reachability: the next window does without it, and it goes when no reader has it.
 */
final class ResidentSpace implements PageSpace {
    private final SegmentFiles files;
    private final PageLayout layout;
    private final PageWriter writer;
    private final PageCounters counters;
    private final IntFunction<PageWords> memory;
    private final LwLock[] bankLocks = {LockTranche.named("page bank").newLock(0)};

    /** Segments before it are gone: a late reader may have found another segment's file under the name of its own. */
    private volatile long firstSegment;

    ResidentSpace(SegmentFiles files, PageWriter writer, PageCounters counters, IntFunction<PageWords> memory) {
        this.files = files;
        this.layout = files.layout();
        this.writer = writer;
        this.counters = counters;
        this.memory = memory;
    }

    @Override
    public Window window(long oldestXid, long endXid, long first, long last) {
        List<Segment> segments = new ArrayList<>();
        for (long number = first; number <= last; number++) {
            segments.add(new Segment(number, this::read));
        }
        firstSegment = first;
        return ResidentWindow.empty(oldestXid, endXid).with(segments.toArray(Segment[]::new));
    }

    private long firstIn(long segment) {
        return layout.firstXid(segment * PageLayout.PAGES_PER_SEGMENT);
    }

    private Page[] read(long number) {
        try (PageFile file = files.openForReading(number)) {
            ByteBuffer content = ByteBuffer.allocate(lengthOf(number, file.size()));
            int got = file.read(content, 0);
            if (content.hasRemaining()) {
                throw new EOFException("read only " + got + " of " + content.capacity() + " bytes");
            }
            refuseGone(number, null);
            counters.countRead(got / PageLayout.PAGE_BYTES);
            return pages(content.flip().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer());
        } catch (IOException e) {
            refuseGone(number, e);
            throw PageFault.ofSegment(number, e);
        }
    }

    /** All of a full segment; up to the page of its last id where an epoch ends before its last page. */
    private int lengthOf(long number, long size) throws EOFException {
        int needed = PageLayout.offset(layout.page(firstIn(number + 1) - 1)) + PageLayout.PAGE_BYTES;
        if (size < needed) {
            throw new EOFException("the file ends at offset " + size + ", it must have " + needed + " bytes");
        }
        return size < PageLayout.SEGMENT_BYTES ? needed : PageLayout.SEGMENT_BYTES;
    }

    private void refuseGone(long number, IOException cause) {
        if (number < firstSegment) {
            throw PageFault.ofSegment(number, cause);
        }
    }

    private Page[] pages(LongBuffer content) {
        PageWords words = memory.apply(content.remaining());
        for (int i = 0; i < words.count(); i++) {
            words.setOpaque(i, content.get(i));
        }
        return Page.over(words);
    }

    @Override
    public Window withPage(Window window, long page, long endXid) {
        ResidentWindow from = (ResidentWindow) window;
        long number = PageLayout.segment(page);
        if (from.segment(number) == null) {
            from = from.with(new Segment(number, this::read));
        }
        return from.withEnd(endXid);
    }

    @Override
    public Window withEnd(Window window, long endXid) {
        return ((ResidentWindow) window).withEnd(endXid);
    }

    @Override
    public Window withOldest(Window window, long oldestXid, long firstPage) {
        return ((ResidentWindow) window).withOldest(oldestXid, PageLayout.segment(firstPage));
    }

    @Override
    public void forgetBefore(long firstPage) {
        firstSegment = PageLayout.segment(firstPage);
    }

    @Override
    public void checkpoint(Window window) throws ForceFailedException {
        for (Segment segment : ((ResidentWindow) window).segments()) {
            writeIfDirty(segment);
        }
    }

    /** Looks where nobody else is writing: a mark that is gone then is that of a page in the file, or it is back. */
    private void writeIfDirty(Segment segment) throws ForceFailedException {
        synchronized (segment) {
            if (isDirty(segment)) {
                writeAlone(segment);
            }
        }
    }

    @Override
    public void write(Window window, long page) throws ForceFailedException {
        write(((ResidentWindow) window).segment(PageLayout.segment(page)));
    }

    private static boolean isDirty(Segment segment) {
        for (int i = 0; i < segment.pagesRead(); i++) {
            if (segment.page(i).isDirty()) {
                return true;
            }
        }
        return false;
    }

    /** One writer of a segment at a time: an older copy of a page must not follow a newer one. */
    private void write(Segment segment) throws ForceFailedException {
        synchronized (segment) {
            writeAlone(segment);
        }
    }

    private void writeAlone(Segment segment) throws ForceFailedException {
        long number = segment.number();
        ByteBuffer staging = PageWriter.newStaging();
        try (PageFile file = files.openForWriting(number)) {
            try {
                for (int i = 0; i < segment.pagesRead(); i++) {
                    writer.write(segment.page(i), number * PageLayout.PAGES_PER_SEGMENT + i, file, staging);
                }
            } finally {
                writer.force(file, number);
            }
        } catch (IOException e) {
            throw files.failure("can't open the segment to write its pages", number, -1, e);
        }
    }

    /** One control lock: pages stay where they are, so that it only serves those who want to change them one by one. */
    @Override
    public LwLock[] bankLocks() {
        return bankLocks;
    }

    @Override
    public void close() {
        // Windows are left, and with them the segments.
    }
}
