package dev.clog.offheap.inspect;

import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.inspect.Finding.Severity;
import java.util.List;

/** Finds segments that must be there and are not. Neighbours that are missing together are one finding. */
final class PresenceCheck {
    private static final String REMEDY = " Restore from a backup or a standby; clog creates no file.";

    private final SegmentFolder folder;
    private final Expectation expected;
    private final boolean live;
    private final Report report;
    private final int xidsPerSegment;

    PresenceCheck(SegmentFolder folder, Expectation expected, boolean live, Report report) {
        this.folder = folder;
        this.expected = expected;
        this.live = live;
        this.report = report;
        this.xidsPerSegment = folder.layout().xidsPerSegment();
    }

    void check() {
        if (expected.lastNeeded() < expected.firstNeeded()) {
            return;
        }
        long start = folder.order().segmentStart(expected.firstNeeded());
        long last = folder.order().segmentStart(expected.lastNeeded());
        SegmentFile before = null;
        for (SegmentFile segment : folder.segments()) {
            if (segment.firstXid() > last) {
                hole(before, start, last, segment);
                return;
            }
            if (segment.firstXid() > start) {
                hole(before, start, segment.firstXid() - xidsPerSegment, segment);
            }
            start = Math.max(start, segment.firstXid() + xidsPerSegment);
            before = segment;
        }
        hole(before, start, last, null);
    }

    /** Segments whose first ids are {@code start} to {@code last} are missing. */
    private void hole(SegmentFile before, long start, long last, SegmentFile after) {
        if (start > last) {
            return;
        }
        boolean current =
                folder.range().nextXid().isPresent() && last == folder.order().segmentStart(expected.lastNeeded());
        if (!current) {
            missing(before, start, last, after);
            return;
        }
        if (start < last) {
            missing(before, start, last - xidsPerSegment, null);
        }
        currentMissing(before, last);
    }

    private void missing(SegmentFile before, long start, long last, SegmentFile after) {
        long firstXid = Math.max(start, expected.firstNeeded());
        long lastXid = Math.min(last + xidsPerSegment - 1, expected.lastNeeded());
        long count = (last - start) / xidsPerSegment + 1;
        String path = folder.path(name(start));
        String what = count == 1
                ? path + " is missing"
                : path + " to " + name(last) + ", " + count + " segments, are missing";
        report.add(
                FindingCode.MISSING_SEGMENT,
                Severity.ERROR,
                path,
                folder.layout().pageOffset(position(firstXid)),
                firstXid,
                lastXid,
                what + place(before, after) + ": XIDs " + firstXid + ".." + lastXid + " can't be read." + REMEDY);
    }

    private static String place(SegmentFile before, SegmentFile after) {
        if (before != null && after != null) {
            return " between " + before.name() + " and " + after.name();
        }
        if (after != null) {
            return " before " + after.name();
        }
        return before == null ? "" : " after " + before.name();
    }

    private void currentMissing(SegmentFile before, long start) {
        long next = expected.next();
        long firstXid = Math.max(start, expected.firstNeeded());
        long lastXid = expected.lastNeeded();
        boolean holdsNext = folder.order().segmentStart(next) == start;
        long shown = holdsNext ? next : lastXid;
        StatusLayout layout = folder.layout();
        int offset = layout.pageOffset(position(shown));
        String path = folder.path(name(start));
        StringBuilder text = new StringBuilder(holdsNext ? "nextXid " + next : "XID " + lastXid)
                .append(" lies in missing ")
                .append(path)
                .append(" (page ")
                .append(layout.pageInSegment(position(shown)))
                .append(", offset ")
                .append(offset)
                .append(")");
        if (!holdsNext) {
            text.append("; it is the last one before nextXid ").append(next);
        }
        text.append(": XIDs ").append(firstXid).append("..").append(lastXid).append(" can't be read.");
        boolean jump = before == null || start - before.firstXid() > xidsPerSegment;
        if (live && !jump) {
            text.append(" The file may be not yet flushed.");
        } else {
            text.append(REMEDY);
        }
        if (jump && before != null) {
            text.append(' ').append(ResetAdvice.of(folder));
        }
        report.add(
                FindingCode.MISSING_CURRENT_SEGMENT,
                live && !jump ? Severity.WARNING : Severity.ERROR,
                path,
                offset,
                firstXid,
                lastXid,
                text.toString().stripTrailing());
    }

    /** True if there is no segment at all although there must be one; adds the finding then. */
    boolean findsNothing() {
        List<SegmentFile> segments = folder.segments();
        boolean needed = folder.range().isUnknown() || expected.lastNeeded() >= expected.firstNeeded();
        if (!segments.isEmpty()) {
            return false;
        }
        if (needed) {
            String known = folder.range().nextXid().isPresent()
                    ? " while nextXid is " + folder.range().nextXid().getAsLong()
                    : "";
            report.add(
                    FindingCode.EMPTY_FOLDER,
                    Severity.ERROR,
                    folder.location(),
                    folder.location() + " has no segment at all" + known + "." + REMEDY);
        } else {
            report.note(folder.location() + " has no segment; none is needed before an id is handed out.");
        }
        return true;
    }

    private String name(long xid) {
        return StatusLayout.segmentName(folder.order().segment(xid));
    }

    private long position(long xid) {
        return folder.range().idSpace().position(xid);
    }
}
