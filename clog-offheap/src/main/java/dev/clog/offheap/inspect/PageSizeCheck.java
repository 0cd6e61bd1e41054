package dev.clog.offheap.inspect;

import dev.clog.offheap.format.SegmentOrder;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.inspect.Finding.Severity;
import java.util.List;
import java.util.OptionalInt;

/** Finds out from the sizes of the segments whether they were written with another page size. */
/*
 * Every segment but the newest is full, 32 pages. Another page size is named only if the given one can't be right, the
 * other one fits every file, and chance is ruled out: one file cut to half would fit half the page size just as well.
 * So either a file is larger than a full segment, which no loss explains, or two files at least are full at the smaller
 * size. If the next id is known, it must lie in the newest segment too.
 */
final class PageSizeCheck {
    private static final int LEAST = 1024;
    private static final int GREATEST = 32768;

    private final SegmentFolder folder;
    private final Report report;

    PageSizeCheck(SegmentFolder folder, Report report) {
        this.folder = folder;
        this.report = report;
    }

    /** Adds a finding and returns true if the page size is surely another one. */
    boolean findsOther() {
        List<SegmentFile> files =
                folder.segments().stream().filter(SegmentFile::isFile).toList();
        int given = folder.layout().pageBytes();
        if (files.isEmpty() || fits(files, given)) {
            return false;
        }
        OptionalInt other = other(files, given);
        if (other.isEmpty()) {
            return false;
        }
        report.add(
                FindingCode.OTHER_PAGE_SIZE,
                Severity.ERROR,
                folder.location(),
                "The sizes of the segments in " + folder.location() + " do not fit pages of " + given
                        + " bytes, but pages of " + other.getAsInt() + " bytes: verify again with --block-size "
                        + other.getAsInt() + ". Nothing else was verified.");
        return true;
    }

    private OptionalInt other(List<SegmentFile> files, int given) {
        for (int bytes = LEAST; bytes <= GREATEST; bytes *= 2) {
            long segmentBytes = new StatusLayout(bytes).segmentBytes();
            long full = files.stream()
                    .filter(file -> file.sizeBytes() == segmentBytes)
                    .count();
            if (full >= (bytes > given ? 1 : 2) && fits(files, bytes) && endsAtNext(files, bytes)) {
                return OptionalInt.of(bytes);
            }
        }
        return OptionalInt.empty();
    }

    private static boolean fits(List<SegmentFile> files, int pageBytes) {
        long segmentBytes = new StatusLayout(pageBytes).segmentBytes();
        SegmentFile newest = files.get(files.size() - 1);
        for (SegmentFile file : files) {
            boolean whole = file.sizeBytes() % pageBytes == 0 && file.sizeBytes() <= segmentBytes;
            if (!whole || (file.number() != newest.number() && file.sizeBytes() != segmentBytes)) {
                return false;
            }
        }
        return true;
    }

    private boolean endsAtNext(List<SegmentFile> files, int pageBytes) {
        if (folder.range().nextXid().isEmpty()) {
            return true;
        }
        SegmentOrder order =
                new SegmentOrder(new StatusLayout(pageBytes), folder.range().idSpace());
        long newest = order.segment(folder.range().nextXid().getAsLong() - 1);
        return files.stream().anyMatch(file -> file.number() == newest);
    }
}
