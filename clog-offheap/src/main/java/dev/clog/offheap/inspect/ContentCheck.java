package dev.clog.offheap.inspect;

import dev.clog.api.PageIoException;
import dev.clog.api.TransactionId;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.format.WordBits;
import dev.clog.offheap.inspect.Finding.Severity;
import java.io.IOException;

/**
 * Reads every segment once, from the oldest to the newest, counts its statuses and finds those that can't be. One pass
 * over whole words; what is looked for in runs goes on from one file into the next.
 */
final class ContentCheck {
    private final SegmentFolder folder;
    private final Expectation expected;
    private final VerifyOptions options;
    private final Report report;
    private final FileCheck files;
    private final ZeroRuns zeroRuns;
    private final CommittedRuns committedRuns;
    private final RunTracker zeros;
    private final RunTracker committed;
    private final StatusTally tally = new StatusTally();
    private final LaneSummary inProgress = new LaneSummary();
    private final long[] words;
    private int segments;
    private long bytes;

    ContentCheck(SegmentFolder folder, Expectation expected, VerifyOptions options, FileCheck files, Report report) {
        this.folder = folder;
        this.expected = expected;
        this.options = options;
        this.report = report;
        this.files = files;
        this.zeroRuns = new ZeroRuns(folder, expected, options, report);
        this.committedRuns = new CommittedRuns(folder, expected, report);
        this.zeros = new RunTracker(0, ZeroRuns.XIDS_PER_SECTOR, zeroRuns);
        this.committed = new RunTracker(WordBits.ALL_COMMITTED, folder.layout().xidsPerPage(), committedRuns);
        this.words = new long[folder.layout().pageBytes() / Long.BYTES];
    }

    /** Reads them all. */
    void check(ScanProgress progress) {
        long total =
                folder.segments().stream().mapToLong(SegmentFile::sizeBytes).sum();
        long done = 0;
        progress.scanned(0, total);
        for (SegmentFile segment : folder.segments()) {
            if (segment.isFile()) {
                check(segment);
            }
            done += segment.sizeBytes();
            progress.scanned(done, total);
        }
        zeros.end();
        committed.end();
        zeroRuns.finish(inProgress);
        committedRuns.finish();
    }

    VerifyResult result() {
        return report.result(tally.counts(), segments, bytes);
    }

    private void check(SegmentFile segment) {
        LaneSummary subCommitted = new LaneSummary();
        LaneSummary pastNext = new LaneSummary();
        try (OpenSegment open = new OpenSegment(folder, segment)) {
            for (int page = 0; page < segment.pages(); page++) {
                open.read(page, words);
                long pageXid =
                        segment.firstXid() + (long) page * folder.layout().xidsPerPage();
                if (folder.range().idSpace().isReserved(pageXid)) {
                    checkReserved(segment);
                }
                check(pageXid, subCommitted, pastNext);
                bytes += folder.layout().pageBytes();
            }
            segments++;
        } catch (PageIoException e) {
            String why = e.getCause() instanceof IOException
                    ? ReadFailure.text(folder.store(), segment.name(), e.getCause())
                    : "it was cut, or the device failed, while it was read";
            files.unreadable(segment, FindingCode.UNREADABLE_SEGMENT, "can't be read, " + why);
        }
        reportSubCommitted(segment, subCommitted);
        reportPastNext(segment, pastNext);
    }

    private void check(long pageXid, LaneSummary subCommitted, LaneSummary pastNext) {
        long first = folder.range().idSpace().skipReserved(pageXid);
        long oldest = Math.max(expected.oldest(), first);
        long next = Math.max(expected.next(), first);
        zeros.page(pageXid, words);
        committed.page(pageXid, words);
        tally.add(words, pageXid, oldest, expected.next());
        boolean passesNext = pageXid + folder.layout().xidsPerPage() > next;
        for (int i = 0; i < words.length; i++) {
            long word = words[i];
            if (!WordBits.isFinal(word) || passesNext) {
                long xid = pageXid + (long) i * StatusLayout.XIDS_PER_WORD;
                long over = WordBits.lanes(oldest - xid, expected.over() - xid);
                inProgress.add(xid, WordBits.inProgress(word) & over);
                subCommitted.add(xid, WordBits.subCommitted(word) & over);
                pastNext.add(xid, WordBits.decided(word) & WordBits.lanes(next - xid, Long.MAX_VALUE));
            }
        }
    }

    /** Looks at the three reserved ids at the start of the page. */
    private void checkReserved(SegmentFile segment) {
        long set = WordBits.decided(words[0]) & WordBits.lanes(0, TransactionId.FIRST_NORMAL);
        if (set != 0) {
            String path = folder.path(segment.name());
            String text =
                    path + " has bits set for the reserved XIDs 0..2, which a real server never does: its first page"
                            + " was not written by one.";
            report.add(FindingCode.RESERVED_SET, Severity.WARNING, path, 0, 0, TransactionId.FROZEN, text);
        }
    }

    private void reportSubCommitted(SegmentFile segment, LaneSummary ids) {
        if (ids.isEmpty()) {
            return;
        }
        String path = folder.path(segment.name());
        String text = path + " holds " + ids + " sub-committed although " + expected.overText(folder.range())
                + ". A crash in the middle of a commit leaves that until its log is replayed; if the parent is not"
                + " committed they count as aborted." + (options.live() ? " They may be about to be committed." : "");
        report.add(
                FindingCode.SUB_COMMITTED,
                Severity.WARNING,
                path,
                offset(segment, ids.first()),
                ids.first(),
                ids.last(),
                text);
    }

    private void reportPastNext(SegmentFile segment, LaneSummary ids) {
        if (ids.isEmpty()) {
            return;
        }
        String path = folder.path(segment.name());
        if (options.live()) {
            report.note(path + " has statuses of " + ids + ", at or past nextXid " + expected.next()
                    + ": handed out since that was written down.");
            return;
        }
        long page = expected.next() - expected.next() % folder.layout().xidsPerPage();
        boolean samePage = ids.first() < page + folder.layout().xidsPerPage();
        String text = path + " has statuses of " + ids + ", at or past nextXid " + expected.next() + ". "
                + (samePage
                        ? "After a clean shutdown there are none: nextXid is too low, or the folder is newer than it."
                        : "A crash may leave some on later pages, which are zeroed when they are first used; else nextXid"
                                + " is too low.");
        report.add(
                FindingCode.SET_PAST_NEXT,
                samePage ? Severity.ERROR : Severity.WARNING,
                path,
                offset(segment, ids.first()),
                ids.first(),
                ids.last(),
                text);
    }

    private static long offset(SegmentFile segment, long xid) {
        return (xid - segment.firstXid()) / StatusLayout.XIDS_PER_BYTE;
    }
}
