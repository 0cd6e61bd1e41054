package dev.clog.offheap.inspect;

import dev.clog.api.TransactionId;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.inspect.Finding.Severity;

/** Judges stretches of ids that are in progress although none of them can run: a crash, or lost bits? */
/*
 * A crash leaves its transactions in progress for ever, so ids in progress below the oldest active one are nothing to
 * report as such: a cluster that crashed once would never be sound again. They are summed up in a note. What a crash
 * does not leave, or hardly ever, is reported:
 *
 *   - a segment, or a page, in which all ids are in progress: 32,768 transactions in a row;
 *   - a shorter stretch that covers at least a disk sector and begins and ends where sectors do, give or take a few ids.
 *     A lost or zeroed block looks like that; the children of a crashed transaction begin and end anywhere.
 *
 * If a bound of the range is unknown, zeros at that end of the folder are ids that were never handed out or are long
 * forgotten, and are not judged.
 */
final class ZeroRuns implements RunTracker.RunVisitor {
    /** Transactions in a disk sector of 512 bytes. */
    static final int XIDS_PER_SECTOR = 512 * StatusLayout.XIDS_PER_BYTE;

    private static final int SLACK_XIDS = 8;
    private static final int MOST_BLOCKS = 100;

    private final SegmentFolder folder;
    private final Expectation expected;
    private final VerifyOptions options;
    private final Report report;
    private final int xidsPerPage;
    private long reported;
    private long blocks;

    ZeroRuns(SegmentFolder folder, Expectation expected, VerifyOptions options, Report report) {
        this.folder = folder;
        this.expected = expected;
        this.options = options;
        this.report = report;
        this.xidsPerPage = folder.layout().xidsPerPage();
    }

    @Override
    public void run(long firstXid, long lastXid, boolean openStart, boolean openEnd) {
        boolean forgotten = folder.range().oldestXid().isEmpty()
                && firstXid <= folder.segments().get(0).firstXid();
        boolean future = folder.range().nextXid().isEmpty() && openEnd && isAtEnd(lastXid);
        long first = Math.max(firstXid, expected.oldest());
        long last = Math.min(lastXid, expected.over() - 1);
        if (forgotten || future || first > last) {
            return;
        }
        boolean fitsStart = openStart || firstXid < first || toSector(first) <= SLACK_XIDS;
        boolean fitsEnd = lastXid == last && (openEnd || (last + 1) % XIDS_PER_SECTOR <= SLACK_XIDS);
        for (SegmentFile segment : folder.segmentsBetween(first, last)) {
            boolean whole = firstXid <= segment.firstXid() && lastXid >= segment.lastXid();
            long from = Math.max(first, segment.firstXid());
            long to = Math.min(last, segment.lastXid());
            judge(segment, from, to, whole, fitsStart && fitsEnd);
        }
    }

    /** Number of ids from {@code xid} to the next start of a sector. */
    private static long toSector(long xid) {
        return Math.floorMod(-xid, (long) XIDS_PER_SECTOR);
    }

    private boolean isAtEnd(long lastXid) {
        return lastXid >= folder.segments().get(folder.segments().size() - 1).lastXid();
    }

    private void judge(SegmentFile segment, long first, long last, boolean allZero, boolean alignedWithSectors) {
        long end = segment.firstXid() + folder.layout().xidsPerSegment() - 1;
        boolean wholeRange =
                first <= Math.max(segment.firstXid(), expected.oldest()) && last >= Math.min(end, expected.over() - 1);
        if (blocks(first, last, xidsPerPage) >= 1) {
            FindingCode code = wholeRange ? FindingCode.ZERO_SEGMENT : FindingCode.ZERO_PAGES;
            report(code, segment, first, last, allZero);
        } else if (alignedWithSectors && blocks(first, last, XIDS_PER_SECTOR) >= 1) {
            report(FindingCode.ZERO_BLOCK, segment, first, last, allZero);
        }
    }

    /** How many whole blocks of a size are in a stretch; 0 or less if there is none. */
    private static long blocks(long first, long last, int xids) {
        return (last + 1) / xids - (first + xids - 1) / xids;
    }

    private void report(FindingCode code, SegmentFile segment, long firstXid, long lastXid, boolean allZero) {
        long first = folder.range().idSpace().skipReserved(firstXid);
        long count = lastXid - first + 1;
        reported += count;
        if (code == FindingCode.ZERO_BLOCK && ++blocks > MOST_BLOCKS) {
            return;
        }
        long offset = (firstXid - segment.firstXid()) / StatusLayout.XIDS_PER_BYTE;
        long endOffset = (lastXid - segment.firstXid()) / StatusLayout.XIDS_PER_BYTE + 1;
        boolean growing = options.live() && lastXid + folder.layout().xidsPerSegment() > expected.lastNeeded();
        String path = folder.path(segment.name());
        String text = path + (allZero ? " is all zero" : " is zero from offset " + offset + " to " + endOffset)
                + " although XIDs " + first + ".." + lastXid + " are " + expected.overText(folder.range()) + "; "
                + count
                + " XIDs \"in progress\" with nobody running = treated as aborted by the server (silent row loss)."
                + reason(code)
                + (options.preparedNames().isEmpty() ? "" : " Subtransactions of prepared transactions are no loss.")
                + (growing ? " They may be not yet flushed." : "");
        Severity severity = code == FindingCode.ZERO_SEGMENT && !growing ? Severity.ERROR : Severity.WARNING;
        report.add(code, severity, path, offset, first, lastXid, text);
    }

    private static String reason(FindingCode code) {
        return switch (code) {
            case ZERO_BLOCK -> " It begins and ends where disk sectors do, as lost writes leave it and crashes do not.";
            case ZERO_PAGES -> " A crash leaves that only of a transaction with tens of thousands of subtransactions.";
            default -> "";
        };
    }

    /** Notes what was taken for the traces of crashes, of all the ids in progress that are over. */
    void finish(LaneSummary inProgress) {
        if (blocks > MOST_BLOCKS) {
            report.note(
                    (blocks - MOST_BLOCKS) + " more stretches are like the " + FindingCode.ZERO_BLOCK + " findings.");
        }
        if (folder.range().nextXid().isEmpty()
                && folder.range().oldestActiveXid().isEmpty()) {
            return;
        }
        if (inProgress.count() > reported) {
            String others = reported > 0 ? "Beside those reported, " + (inProgress.count() - reported) + " of " : "";
            report.note(others + inProgress + ", " + expected.overText(folder.range()) + ", in progress:"
                    + " crashes and prepared transactions leave these; the server treats crashed ones as aborted.");
        }
        assert inProgress.isEmpty() || inProgress.first() >= TransactionId.FIRST_NORMAL;
    }
}
