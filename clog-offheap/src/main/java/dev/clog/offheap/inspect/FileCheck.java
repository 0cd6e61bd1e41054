package dev.clog.offheap.inspect;

import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.inspect.Finding.Severity;

/** Finds segments that are no files, that can't be read, and whose size is wrong. */
final class FileCheck {
    private final SegmentFolder folder;
    private final Expectation expected;
    private final boolean live;
    private final Report report;
    private final StatusLayout layout;

    FileCheck(SegmentFolder folder, Expectation expected, boolean live, Report report) {
        this.folder = folder;
        this.expected = expected;
        this.live = live;
        this.report = report;
        this.layout = folder.layout();
    }

    void check(SegmentFile segment) {
        if (!segment.isFile()) {
            FindingCode code = segment.kind() == StoreEntry.Kind.DANGLING_LINK
                    ? FindingCode.DANGLING_LINK
                    : FindingCode.NOT_A_FILE;
            unreadable(segment, code, "is " + ReadFailure.text(segment.kind()));
            return;
        }
        checkWholePages(segment);
        if (segment.sizeBytes() > layout.segmentBytes()) {
            oversized(segment);
        }
        checkLength(segment);
    }

    /** A segment of which nothing can be read: an error if an id whose page must be there is in it. */
    void unreadable(SegmentFile segment, FindingCode code, String why) {
        long end = segment.firstXid() + layout.xidsPerSegment() - 1;
        String path = folder.path(segment.name());
        if (!expected.needs(segment.firstXid(), end)) {
            report.add(code, Severity.WARNING, path, path + " " + why + ". No id of the range is in it.");
            return;
        }
        long first = Math.max(segment.firstXid(), expected.firstNeeded());
        long last = Math.min(end, expected.lastNeeded());
        String text = path + " " + why + ": XIDs " + first + ".." + last + " can't be read.";
        report.add(code, Severity.ERROR, path, pageOffset(first), first, last, text);
    }

    private void checkWholePages(SegmentFile segment) {
        long rest = segment.sizeBytes() % layout.pageBytes();
        if (rest == 0) {
            return;
        }
        boolean growing = live && isLast(segment);
        String path = folder.path(segment.name());
        String text =
                path + " has " + segment.sizeBytes() + " bytes, no multiple of the page size " + layout.pageBytes()
                        + ": its last " + rest + " bytes are no page and can't be read."
                        + (growing ? " It may be not yet flushed." : "");
        report.add(
                FindingCode.RAGGED_SEGMENT,
                growing ? Severity.WARNING : Severity.ERROR,
                path,
                segment.sizeBytes() - rest,
                -1,
                -1,
                text);
    }

    private void oversized(SegmentFile segment) {
        String path = folder.path(segment.name());
        String text = path + " has " + segment.sizeBytes() + " bytes, more than the " + layout.segmentBytes()
                + " of a segment of " + StatusLayout.PAGES_PER_SEGMENT
                + " pages: nothing past that offset is read. If the"
                + " server was built with larger pages, verify again with --block-size.";
        report.add(FindingCode.OVERSIZED_SEGMENT, Severity.ERROR, path, layout.segmentBytes(), -1, -1, text);
    }

    private void checkLength(SegmentFile segment) {
        long end = segment.firstXid() + layout.xidsPerSegment() - 1;
        long last = Math.min(end, expected.lastNeeded());
        long first = Math.max(segment.lastXid() + 1, expected.firstNeeded());
        if (first > last || last < segment.firstXid()) {
            return;
        }
        boolean growing = live && isLast(segment);
        String path = folder.path(segment.name());
        StringBuilder text = new StringBuilder(path)
                .append(" ends at offset ")
                .append(segment.sizeBytes())
                .append(" (")
                .append(Count.of(segment.pages(), "page"))
                .append(") but XID ")
                .append(last)
                .append(" needs page ")
                .append(layout.pageInSegment(position(last)))
                .append(": XIDs ")
                .append(first)
                .append("..")
                .append(last)
                .append(" can't be read.");
        if (growing) {
            text.append(" The rest may be not yet flushed.");
        } else {
            text.append(" Restore it from a backup or a standby, or let the engine replay its log from before the loss."
                    + " clog appends no zeros: they would make the lost XIDs look aborted.");
        }
        report.add(
                FindingCode.SHORT_SEGMENT,
                growing ? Severity.WARNING : Severity.ERROR,
                path,
                segment.sizeBytes(),
                first,
                last,
                text.toString());
    }

    private boolean isLast(SegmentFile segment) {
        return folder.order().segmentStart(expected.lastNeeded()) == segment.firstXid();
    }

    private int pageOffset(long xid) {
        return layout.pageOffset(position(xid));
    }

    private long position(long xid) {
        return folder.range().idSpace().position(xid);
    }
}
