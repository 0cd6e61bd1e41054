package dev.clog.cli;

import dev.clog.offheap.inspect.SegmentFile;
import dev.clog.offheap.inspect.StatusCounts;
import java.io.PrintWriter;
import java.util.stream.Collectors;

/** Prints an inspection as one line of JSON. */
final class InspectionJson {
    private InspectionJson() {}

    static void print(Inspection inspection, PrintWriter out) {
        String segments =
                inspection.segments().stream().map(InspectionJson::object).collect(Collectors.joining(","));
        String others = inspection.folder().others().stream()
                .map(entry -> Text.json(entry.name()))
                .collect(Collectors.joining(","));
        out.println("{\"segments\":[" + segments + "],\"others\":[" + others + "]}");
    }

    private static String object(Inspection.Segment segment) {
        SegmentFile file = segment.file();
        StatusCounts counts = segment.counts();
        return "{\"segment\":" + Text.json(file.name())
                + ",\"bytes\":" + file.sizeBytes()
                + ",\"pages\":" + file.pages()
                + ",\"firstXid\":" + (segment.hasXids() ? segment.firstXid() : -1)
                + ",\"lastXid\":" + (segment.hasXids() ? segment.lastXid() : -1)
                + ",\"inProgress\":" + counts.inProgress()
                + ",\"committed\":" + counts.committed()
                + ",\"aborted\":" + counts.aborted()
                + ",\"subCommitted\":" + counts.subCommitted() + "}";
    }
}
