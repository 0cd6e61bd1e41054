package dev.clog.offheap.inspect;

import dev.clog.api.PageIoException;
import dev.clog.api.TransactionStatus;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.format.WordBits;
import dev.clog.offheap.inspect.Difference.Kind;
import dev.clog.offheap.inspect.Difference.Side;
import java.util.Optional;

/** Compares one segment after the other and keeps the totals. */
/*
 * Bytes that differ one after the other are one stretch; it ends at the first byte that is the same, at the latest with
 * the segment. A word that is the same on both sides, which is nearly every one, costs one comparison.
 */
final class SegmentComparison {
    private static final long NONE = -1;

    private final SegmentFolder folder;
    private final SegmentFolder reference;
    private final DifferenceVisitor visitor;
    private final long oldest;
    private final long next;
    private final long[] words;
    private final long[] referenceWords;

    private long differences;
    private long files;
    private long bytes;
    private long xids;

    private String name;
    private long firstXid;
    private long runStart = NONE;
    private long runEnd = NONE;

    SegmentComparison(SegmentFolder folder, SegmentFolder reference, DifferenceVisitor visitor) {
        this.folder = folder;
        this.reference = reference;
        this.visitor = visitor;
        this.oldest = folder.range().oldestXid().orElse(0);
        this.next = folder.range().nextXid().orElse(Long.MAX_VALUE);
        this.words = new long[folder.layout().pageBytes() / Long.BYTES];
        this.referenceWords = new long[words.length];
    }

    ComparisonResult result() {
        return new ComparisonResult(differences, files, bytes, xids);
    }

    void compare(long number) {
        name = StatusLayout.segmentName(number);
        firstXid = folder.firstXid(number);
        long before = differences;
        Optional<SegmentFile> here = folder.segment(number);
        Optional<SegmentFile> there = reference.segment(number);
        if (here.isPresent() && there.isPresent()) {
            compare(here.get(), there.get());
        } else {
            Side side = here.isPresent() ? Side.REFERENCE : Side.FOLDER;
            int pages = here.or(() -> there).orElseThrow().pages();
            stretch(Kind.MISSING, side, 0, pages, "is missing " + FolderComparison.text(side));
        }
        files += differences > before ? 1 : 0;
    }

    private void compare(SegmentFile here, SegmentFile there) {
        int pages = Math.max(here.pages(), there.pages());
        OpenSegment openHere = open(folder, here, Side.FOLDER, pages);
        if (openHere == null) {
            return;
        }
        try (openHere) {
            OpenSegment openThere = open(reference, there, Side.REFERENCE, pages);
            if (openThere == null) {
                return;
            }
            try (openThere) {
                int common = Math.min(here.pages(), there.pages());
                int done = comparePages(openHere, openThere, common, pages);
                endRun();
                if (done == common && common < pages) {
                    Side side = here.pages() < pages ? Side.FOLDER : Side.REFERENCE;
                    String what =
                            "ends at offset " + (long) common * folder.layout().pageBytes() + " ";
                    stretch(Kind.SHORTER, side, common, pages, what + FolderComparison.text(side));
                }
            }
        }
    }

    private OpenSegment open(SegmentFolder from, SegmentFile segment, Side side, int pages) {
        try {
            return new OpenSegment(from, segment);
        } catch (PageIoException e) {
            unreadable(side, 0, Math.max(1, pages), e);
            return null;
        }
    }

    /** Compares pages; the number of those that could be read. */
    private int comparePages(OpenSegment here, OpenSegment there, int common, int pages) {
        for (int page = 0; page < common; page++) {
            Side side = Side.FOLDER;
            try {
                here.read(page, words);
                side = Side.REFERENCE;
                there.read(page, referenceWords);
            } catch (PageIoException e) {
                endRun();
                unreadable(side, page, pages, e);
                return page;
            }
            comparePage((long) page * folder.layout().pageBytes());
        }
        return common;
    }

    private void comparePage(long pageOffset) {
        for (int i = 0; i < words.length; i++) {
            if (words[i] == referenceWords[i]) {
                endRun();
            } else {
                long offset = pageOffset + (long) i * Long.BYTES;
                long xid = firstXid + offset * StatusLayout.XIDS_PER_BYTE;
                long used = WordBits.lanes(oldest - xid, next - xid);
                long difference = (words[i] ^ referenceWords[i]) & (used | used << 1);
                compareIds(xid, words[i], referenceWords[i], WordBits.decided(difference));
                compareBytes(offset, difference);
            }
        }
    }

    private void compareIds(long wordXid, long here, long there, long lanes) {
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = WordBits.first(rest);
            if (!folder.range().idSpace().isReserved(wordXid + lane)) {
                xids++;
                visitor.status(
                        wordXid + lane,
                        TransactionStatus.ofCode((int) (here >>> (2 * lane))),
                        TransactionStatus.ofCode((int) (there >>> (2 * lane))));
            }
        }
    }

    private void compareBytes(long offset, long difference) {
        for (int i = 0; i < Long.BYTES; i++) {
            if ((difference >>> (i * Byte.SIZE) & 0xFF) == 0) {
                endRun();
            } else {
                runStart = runStart == NONE ? offset + i : runStart;
                runEnd = offset + i;
                bytes++;
            }
        }
    }

    private void endRun() {
        if (runStart != NONE) {
            String what = runStart == runEnd
                    ? " byte " + runStart + " differs"
                    : " bytes " + runStart + ".." + runEnd + " differ";
            report(Kind.CONTENT, null, runStart, runEnd, what);
            runStart = NONE;
        }
    }

    private void unreadable(Side side, int page, int pages, PageIoException why) {
        stretch(
                Kind.UNREADABLE,
                side,
                page,
                pages,
                "can't be read " + FolderComparison.text(side) + " (" + why.getMessage() + ")");
    }

    /** Pages that one side lacks, as far as they hold ids of the range. */
    private void stretch(Kind kind, Side side, int fromPage, int toPage, String what) {
        int pageBytes = folder.layout().pageBytes();
        long from = firstXid + (long) fromPage * folder.layout().xidsPerPage();
        long to = firstXid + (long) toPage * folder.layout().xidsPerPage();
        if (Math.max(from, oldest) < Math.min(to, next)) {
            report(kind, side, (long) fromPage * pageBytes, (long) toPage * pageBytes - 1, " " + what);
        }
    }

    private void report(Kind kind, Side side, long firstOffset, long lastOffset, String what) {
        differences++;
        long first = firstXid + firstOffset * StatusLayout.XIDS_PER_BYTE;
        long last = firstXid + lastOffset * StatusLayout.XIDS_PER_BYTE + StatusLayout.XIDS_PER_BYTE - 1;
        String path = folder.path(name);
        String message = path + what + ": XIDs " + first + ".." + last;
        visitor.difference(new Difference(kind, side, path, firstOffset, lastOffset, first, last, message));
    }
}
