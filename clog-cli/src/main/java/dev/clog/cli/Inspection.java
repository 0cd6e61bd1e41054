package dev.clog.cli;

import dev.clog.api.ClogException;
import dev.clog.offheap.inspect.ScanProgress;
import dev.clog.offheap.inspect.SegmentFile;
import dev.clog.offheap.inspect.SegmentFolder;
import dev.clog.offheap.inspect.StatusCounts;
import dev.clog.offheap.inspect.StatusScan;
import java.util.ArrayList;
import java.util.List;

/**
 * The counted segments of a folder.
 *
 * @param folder the folder
 * @param segments its segments, oldest first
 * @param failures why some could not be counted
 */
record Inspection(SegmentFolder folder, List<Segment> segments, List<ClogException> failures) {

    /**
     * A segment and what is in it.
     *
     * @param file the segment
     * @param firstXid the first id counted
     * @param lastXid the last id counted; less than {@code firstXid} if there is none
     * @param counts statuses of the ids counted
     */
    record Segment(SegmentFile file, long firstXid, long lastXid, StatusCounts counts) {

        boolean hasXids() {
            return firstXid <= lastXid;
        }
    }

    static Inspection of(SegmentFolder folder, ScanProgress progress) {
        StatusScan scan = new StatusScan(folder);
        List<Segment> segments = new ArrayList<>();
        List<ClogException> failures = new ArrayList<>();
        long totalBytes =
                folder.segments().stream().mapToLong(SegmentFile::sizeBytes).sum();
        long doneBytes = 0;
        for (SegmentFile file : folder.segments()) {
            StatusCounts counts = StatusCounts.NONE;
            try {
                counts = scan.count(file);
            } catch (ClogException e) {
                failures.add(e);
            }
            segments.add(segment(folder, file, counts));
            doneBytes += file.sizeBytes();
            progress.scanned(doneBytes, totalBytes);
        }
        return new Inspection(folder, segments, failures);
    }

    private static Segment segment(SegmentFolder folder, SegmentFile file, StatusCounts counts) {
        var range = folder.range();
        long first = range.idSpace()
                .skipReserved(Math.max(file.firstXid(), range.oldestXid().orElse(0)));
        long last = Math.min(file.lastXid(), range.nextXid().orElse(Long.MAX_VALUE) - 1);
        while (last >= first && range.idSpace().isReserved(last)) {
            last--;
        }
        return new Segment(file, first, last, counts);
    }

    /** All statuses together. */
    StatusCounts total() {
        return segments.stream().map(Segment::counts).reduce(StatusCounts.NONE, StatusCounts::plus);
    }

    /** The segments that hold an id that counts. */
    List<Segment> counted() {
        return segments.stream().filter(Segment::hasXids).toList();
    }
}
