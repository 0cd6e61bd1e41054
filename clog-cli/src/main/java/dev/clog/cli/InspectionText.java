package dev.clog.cli;

import dev.clog.api.TransactionId;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.inspect.ReservedXid;
import dev.clog.offheap.inspect.SegmentFile;
import dev.clog.offheap.inspect.StatusCounts;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Prints an inspection for people: a table of the segments, and what a table can't say. */
final class InspectionText {
    private final Inspection inspection;
    private final PrintWriter out;

    private InspectionText(Inspection inspection, PrintWriter out) {
        this.inspection = inspection;
        this.out = out;
    }

    static void print(Inspection inspection, PrintWriter out) {
        InspectionText text = new InspectionText(inspection, out);
        text.printTable();
        text.printXids();
        text.printReserved();
        text.printOthers();
    }

    private void printTable() {
        row("segment", "bytes", "pages", "first id", "last id", "in progress", "committed", "aborted", "sub-committed");
        for (Inspection.Segment segment : inspection.segments()) {
            SegmentFile file = segment.file();
            String first = segment.hasXids() ? Long.toString(segment.firstXid()) : "-";
            String last = segment.hasXids() ? Long.toString(segment.lastXid()) : "-";
            row(file.name(), file.sizeBytes(), file.pages(), first, last, segment.counts());
        }
        long bytes = inspection.segments().stream()
                .mapToLong(segment -> segment.file().sizeBytes())
                .sum();
        long pages = inspection.segments().stream()
                .mapToLong(segment -> segment.file().pages())
                .sum();
        row("total", bytes, pages, "", "", inspection.total());
    }

    private void row(String name, long bytes, long pages, String first, String last, StatusCounts counts) {
        row(
                name,
                bytes,
                pages,
                first,
                last,
                counts.inProgress(),
                counts.committed(),
                counts.aborted(),
                counts.subCommitted());
    }

    private void row(Object... cells) {
        out.printf(Locale.ROOT, "%-8s %11s %7s %13s %13s %13s %13s %13s %13s%n", cells);
    }

    /** The ids as their 64-bit range, and as the 32-bit ones that other tools print. */
    private void printXids() {
        List<Inspection.Segment> counted = inspection.counted();
        if (counted.isEmpty()) {
            out.println("no ids");
            return;
        }
        long first = counted.get(0).firstXid();
        long last = counted.get(counted.size() - 1).lastXid();
        out.print("ids " + first + ".." + last);
        if (TransactionId.epoch(last) > 0) {
            out.print(", in 32 bits " + low(first, last));
        }
        out.println(": " + inspection.total().total());
    }

    private static String low(long first, long last) {
        if (TransactionId.epoch(first) == TransactionId.epoch(last)) {
            return TransactionId.low(first) + ".." + TransactionId.low(last);
        }
        return TransactionId.low(first) + ".." + TransactionId.low(-1) + " and " + TransactionId.FIRST_NORMAL + ".."
                + TransactionId.low(last);
    }

    private void printReserved() {
        var idSpace = inspection.folder().range().idSpace();
        for (Inspection.Segment segment : inspection.segments()) {
            SegmentFile file = segment.file();
            if (file.pages() > 0 && idSpace.isReserved(file.firstXid())) {
                out.println(LongStream.range(file.firstXid(), file.firstXid() + TransactionId.FIRST_NORMAL)
                        .mapToObj(
                                xid -> xid + " " + ReservedXid.of(idSpace, xid).orElseThrow())
                        .collect(Collectors.joining(", ", "reserved in " + file.name() + ": ", "")));
            }
        }
    }

    private void printOthers() {
        for (StoreEntry entry : inspection.folder().others()) {
            String kind = entry.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            out.println("no segment: " + Text.oneLine(entry.name()) + " (" + kind + ", "
                    + Text.count(entry.sizeBytes(), "byte") + ")");
        }
    }
}
