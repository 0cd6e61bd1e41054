package dev.clog.offheap.inspect;

import dev.clog.api.ClogException;
import dev.clog.api.IdSpace;
import dev.clog.api.LogFormatException;
import dev.clog.api.PageIoException;
import dev.clog.api.TransactionStatus;
import dev.clog.offheap.format.StatusLayout;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/**
 * Reads many ids of a folder: whole words of 32 ids, a page at a time, with one file open at a time. Not safe for use by
 * several threads.
 */
public final class StatusScan {
    private static final long IDS_32 = 1L << 32;

    private final SegmentFolder folder;
    private final StatusLayout layout;
    private final long[] words;

    /**
     * A scan of the segments as they were listed.
     *
     * @param folder the segments, and the range that ids must be in to count
     */
    public StatusScan(SegmentFolder folder) {
        this.folder = Objects.requireNonNull(folder, "folder");
        this.layout = folder.layout();
        this.words = new long[layout.pageBytes() / Long.BYTES];
    }

    /**
     * Counts the ids of the folder's range that a segment holds.
     *
     * @throws PageIoException if it is no file or can't be read
     */
    public StatusCounts count(SegmentFile segment) {
        long from = Math.max(segment.firstXid(), folder.range().oldestXid().orElse(0));
        from = folder.range().idSpace().skipReserved(from);
        long to = Math.min(segment.lastXid() + 1, folder.range().nextXid().orElse(Long.MAX_VALUE));
        StatusTally tally = new StatusTally();
        try (OpenSegment open = new OpenSegment(folder, segment)) {
            for (long page = pageStart(from); page < to; page += layout.xidsPerPage()) {
                open.read((int) ((page - segment.firstXid()) / layout.xidsPerPage()), words);
                tally.add(words, page, from, to);
            }
        }
        return tally.counts();
    }

    private long pageStart(long xid) {
        return xid - xid % layout.xidsPerPage();
    }

    /**
     * Shows every id from {@code firstXid} to {@code lastXid}, in or out of the folder's range, to a visitor.
     *
     * @param firstXid 64-bit id, at least 0
     * @param lastXid 64-bit id; nothing is shown if it is less than {@code firstXid}
     * @throws IllegalArgumentException if {@code firstXid} is negative, or 2^32 ids or more are asked for where ids wrap
     * @throws ClogException what the visitor throws at unreadable stretches
     */
    public void visit(long firstXid, long lastXid, StatusVisitor visitor, ScanProgress progress) {
        checkSpan(firstXid, lastXid);
        long total = 0;
        for (SegmentFile segment : folder.segments()) {
            total += overlaps(segment, firstXid, lastXid) ? segment.sizeBytes() : 0;
        }
        long done = 0;
        long xid = firstXid;
        progress.scanned(0, total);
        for (SegmentFile segment : folder.segments()) {
            if (overlaps(segment, firstXid, lastXid)) {
                showHole(xid, segment.firstXid() - 1, visitor);
                xid = Math.max(xid, segment.firstXid());
                long end = Math.min(lastXid, segmentEnd(segment));
                show(segment, xid, end, visitor);
                xid = end + 1;
                done += segment.sizeBytes();
                progress.scanned(done, total);
            }
        }
        showHole(xid, lastXid, visitor);
    }

    private void checkSpan(long firstXid, long lastXid) {
        boolean wraps = folder.range().idSpace() == IdSpace.WRAPPING_32;
        if (firstXid < 0 || lastXid > XidRange.GREATEST || (wraps && lastXid - firstXid >= IDS_32)) {
            throw new IllegalArgumentException("not a range of ids: firstXid=" + firstXid + " lastXid=" + lastXid);
        }
    }

    private boolean overlaps(SegmentFile segment, long firstXid, long lastXid) {
        return segment.firstXid() <= lastXid && segmentEnd(segment) >= firstXid;
    }

    private long segmentEnd(SegmentFile segment) {
        return segment.firstXid() + layout.xidsPerSegment() - 1;
    }

    /** Ids of which there is no segment. */
    private void showHole(long firstXid, long lastXid, StatusVisitor visitor) {
        if (firstXid <= lastXid) {
            String path = folder.path(StatusLayout.segmentName(folder.order().segment(firstXid)));
            NoSuchFileException cause = new NoSuchFileException(path);
            showUnreadable(
                    firstXid,
                    lastXid,
                    visitor,
                    new PageIoException(
                            "no segment for XIDs " + firstXid + ".." + lastXid,
                            path,
                            layout.pageOffset(position(firstXid)),
                            cause));
        }
    }

    private void show(SegmentFile segment, long firstXid, long lastXid, StatusVisitor visitor) {
        OpenSegment open;
        try {
            open = new OpenSegment(folder, segment);
        } catch (PageIoException e) {
            showUnreadable(firstXid, lastXid, visitor, e);
            return;
        }
        long readable = Math.min(lastXid, segment.lastXid());
        long xid = firstXid;
        ClogException failure = null;
        try (open) {
            while (xid <= readable && failure == null) {
                long page = pageStart(xid);
                failure = read(open, (int) ((page - segment.firstXid()) / layout.xidsPerPage()));
                if (failure == null) {
                    long end = Math.min(readable, page + layout.xidsPerPage() - 1);
                    showPage(page, xid, end, visitor);
                    xid = end + 1;
                }
            }
        }
        if (xid <= lastXid) {
            showUnreadable(xid, lastXid, visitor, failure == null ? tooShort(segment, xid, lastXid) : failure);
        }
    }

    /** Why a page can't be read; null if it was. What a visitor throws must not be taken for that. */
    private PageIoException read(OpenSegment open, int page) {
        try {
            open.read(page, words);
            return null;
        } catch (PageIoException e) {
            return e;
        }
    }

    private LogFormatException tooShort(SegmentFile segment, long firstXid, long lastXid) {
        String what = "XIDs " + firstXid + ".." + lastXid + " need page " + layout.pageInSegment(position(firstXid))
                + ", but the file ends at " + segment.sizeBytes();
        return new LogFormatException(what, folder.path(segment.name()), layout.pageOffset(position(firstXid)));
    }

    private void showPage(long page, long firstXid, long lastXid, StatusVisitor visitor) {
        long xid = showReserved(firstXid, lastXid, visitor);
        for (; xid <= lastXid; xid++) {
            int index = (int) (xid - page);
            long word = words[index / StatusLayout.XIDS_PER_WORD];
            int code = (int) (word >>> (2 * (index % StatusLayout.XIDS_PER_WORD)));
            visitor.status(xid, TransactionStatus.ofCode(code));
        }
    }

    /** Reserved ids have no bits, so that they are never unreadable either. */
    private void showUnreadable(long firstXid, long lastXid, StatusVisitor visitor, ClogException why) {
        long xid = firstXid;
        long wrap = (firstXid | (IDS_32 - 1)) + 1;
        if (folder.range().idSpace().isReserved(wrap) && wrap <= lastXid) {
            visitor.unreadable(xid, wrap - 1, why);
            xid = wrap;
        }
        xid = showReserved(xid, lastXid, visitor);
        if (xid <= lastXid) {
            visitor.unreadable(xid, lastXid, why);
        }
    }

    /** Shows the reserved ids that a stretch begins with; the id after them. */
    private long showReserved(long firstXid, long lastXid, StatusVisitor visitor) {
        long xid = firstXid;
        while (xid <= lastXid && folder.range().idSpace().isReserved(xid)) {
            visitor.reserved(xid, ReservedXid.of(folder.range().idSpace(), xid).orElseThrow());
            xid++;
        }
        return xid;
    }

    private long position(long xid) {
        return folder.range().idSpace().position(xid);
    }
}
