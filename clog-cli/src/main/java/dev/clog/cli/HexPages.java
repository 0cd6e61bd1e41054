package dev.clog.cli;

import dev.clog.api.ClogException;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.inspect.HexDump;
import dev.clog.offheap.inspect.SegmentFile;
import dev.clog.offheap.inspect.SegmentFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Prints in hex the bytes that hold the statuses of a stretch of ids, segment by segment. */
final class HexPages {
    private final SegmentFolder folder;
    private final PrintWriter out;
    private final Consumer<String> complaints;

    /**
     * A printer.
     *
     * @param folder the folder
     * @param out where to
     * @param complaints takes a message for each stretch that can't be read
     */
    HexPages(SegmentFolder folder, PrintWriter out, Consumer<String> complaints) {
        this.folder = folder;
        this.out = out;
        this.complaints = complaints;
    }

    void print(long firstXid, long lastXid) throws IOException {
        long next = firstXid;
        for (SegmentFile segment : folder.segments()) {
            long first = Math.max(next, segment.firstXid());
            long last = Math.min(lastXid, segment.lastXid());
            if (first <= last) {
                complainOfHole(next, first - 1);
                print(segment, first, last);
                next = last + 1;
            }
        }
        complainOfHole(next, lastXid);
    }

    private void print(SegmentFile segment, long first, long last) throws IOException {
        long offset = (first - segment.firstXid()) / StatusLayout.XIDS_PER_BYTE;
        long end = (last - segment.firstXid()) / StatusLayout.XIDS_PER_BYTE;
        out.println(folder.path(segment.name()) + " bytes " + offset + ".." + end + " XIDs " + first + ".." + last);
        try {
            HexDump.print(folder, segment, offset, end - offset + 1, out);
        } catch (ClogException e) {
            complaints.accept(e.getMessage());
        }
    }

    private void complainOfHole(long first, long last) {
        if (first <= last) {
            complaints.accept(
                    "XIDs " + first + ".." + last + " can't be read: no file of " + folder.location() + " holds them");
        }
    }
}
