package dev.clog.cli;

import dev.clog.offheap.inspect.SegmentFile;
import dev.clog.offheap.inspect.StatusCounts;
import java.io.PrintWriter;

/** Prints an inspection as CSV, a line a segment. */
final class InspectionCsv {
    private InspectionCsv() {}

    static void print(Inspection inspection, PrintWriter out) {
        out.println("segment,bytes,pages,first_xid,last_xid,in_progress,committed,aborted,sub_committed");
        for (Inspection.Segment segment : inspection.segments()) {
            SegmentFile file = segment.file();
            StatusCounts counts = segment.counts();
            String xids = segment.hasXids() ? segment.firstXid() + "," + segment.lastXid() : ",";
            out.println(file.name() + "," + file.sizeBytes() + "," + file.pages() + "," + xids + ","
                    + counts.inProgress() + "," + counts.committed() + "," + counts.aborted() + ","
                    + counts.subCommitted());
        }
    }
}
