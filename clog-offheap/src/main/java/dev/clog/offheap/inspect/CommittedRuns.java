package dev.clog.offheap.inspect;

import dev.clog.api.IdSpace;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.inspect.Finding.Severity;

/** Judges stretches of a whole page and more in which every id is committed: good times, or a fabricated file? */
/*
 * "All committed" is what people write over a lost segment to get a server to start. It is also what a server writes
 * that has no aborts for a while: a load of a million rows, each its own transaction, leaves a segment of nothing else.
 * What tells them apart is where the stretch ends. A fabricated one ends where its pages do, and other statuses begin
 * within a few ids; a natural one begins and ends anywhere. So a stretch is taken for fabricated if, on each side, it
 * sticks out past its whole pages by less than 1/256 of their length; by chance that is so for one in 65,536. A side
 * where nothing is there to compare with counts as fitting, unless both are like that.
 *
 * No doubt is left if the bits of reserved ids are set as well: no server does that.
 */
final class CommittedRuns implements RunTracker.RunVisitor {
    private static final int SLACK = 256;

    private final SegmentFolder folder;
    private final Expectation expected;
    private final Report report;
    private final int xidsPerPage;
    private long naturalPages;
    private long firstNatural = -1;

    CommittedRuns(SegmentFolder folder, Expectation expected, Report report) {
        this.folder = folder;
        this.expected = expected;
        this.report = report;
        this.xidsPerPage = folder.layout().xidsPerPage();
    }

    @Override
    public void run(long firstXid, long lastXid, boolean openStart, boolean openEnd) {
        long begin = (firstXid + xidsPerPage - 1) / xidsPerPage * xidsPerPage;
        long end = (lastXid + 1) / xidsPerPage * xidsPerPage;
        if (begin >= end || !isUsed(begin, end - 1)) {
            return;
        }
        long slack = (end - begin) / SLACK;
        boolean fitsStart = openStart || begin - firstXid <= slack;
        boolean fitsEnd = openEnd || lastXid + 1 - end <= slack;
        boolean aligned = fitsStart && fitsEnd && !(openStart && openEnd);
        if (!aligned && !holdsReserved(begin, end)) {
            naturalPages += (end - begin) / xidsPerPage;
            firstNatural = firstNatural < 0 ? begin : firstNatural;
            return;
        }
        for (SegmentFile segment : folder.segmentsBetween(begin, end - 1)) {
            long first = Math.max(begin, segment.firstXid());
            long last = Math.min(end - 1, segment.lastXid());
            if (isUsed(first, last)) {
                fabricated(segment, first, last);
            }
        }
    }

    private boolean isUsed(long firstXid, long lastXid) {
        return firstXid < expected.next() && lastXid >= expected.oldest();
    }

    /** Whether a stretch that begins with a page has reserved ids in it. */
    private boolean holdsReserved(long begin, long end) {
        long cycle = 1L << 32;
        long wrap = (begin + cycle - 1) / cycle * cycle;
        return folder.range().idSpace() == IdSpace.FULL_64 ? begin == 0 : wrap < end;
    }

    private void fabricated(SegmentFile segment, long first, long last) {
        StatusLayout layout = folder.layout();
        boolean reserved = folder.range().idSpace().isReserved(first);
        long firstUsed = Math.max(folder.range().idSpace().skipReserved(first), expected.oldest());
        long lastUsed = Math.min(last, expected.next() - 1);
        long offset = (first - segment.firstXid()) / StatusLayout.XIDS_PER_BYTE;
        StringBuilder text = new StringBuilder(folder.path(segment.name())).append(" is a single repeated byte 0x55");
        if (first > segment.firstXid() || last < segment.lastXid()) {
            long endOffset = (last + 1 - segment.firstXid()) / StatusLayout.XIDS_PER_BYTE;
            text.append(" from offset ").append(offset).append(" to ").append(endOffset);
            text.append(" (pages ").append(offset / layout.pageBytes());
            text.append("..").append(endOffset / layout.pageBytes() - 1).append(")");
        }
        text.append(", no aborted XID in ").append(lastUsed - firstUsed + 1);
        text.append("; structurally valid but looks fabricated");
        text.append(
                reserved
                        ? "; XIDs 0..2 are also set, which a real server never does."
                        : "; other statuses begin just beside it, exactly where the pages do.");
        report.add(
                FindingCode.ALL_COMMITTED,
                Severity.WARNING,
                folder.path(segment.name()),
                offset,
                firstUsed,
                lastUsed,
                text.toString());
    }

    /** Notes what was taken for natural. */
    void finish() {
        if (naturalPages > 0) {
            report.note(
                    "Every XID is committed on " + Count.of(naturalPages, "whole page") + ", the first one that of XID "
                            + firstNatural + ": a long time without an abort looks like that.");
        }
    }
}
