package dev.clog.offheap.inspect;

import dev.clog.api.IdSpace;
import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageStore;
import dev.clog.offheap.inspect.Finding.Severity;
import java.util.List;
import java.util.Objects;

/**
 * Verifies a folder of page files. Never creates, grows or changes a file, and takes no lock.
 *
 * <p>A folder of a healthy engine, even of one that crashed, has no findings. The format has no checksum: what is a legal
 * content may still be the wrong one, and only a comparison with a copy tells.
 */
/*
 * Order: what the caller said about the folder; names; whether the page size is right, since nothing else makes sense if
 * it is not; segments that are missing; sizes; contents, in one pass; prepared transactions. The rules, and what they
 * take for healthy, are at the checks: Expectation (which pages must be there), ZeroRuns, CommittedRuns.
 */
public final class Verifier {
    private static final long HALF_OF_IDS = 1L << 31;

    private Verifier() {}

    /**
     * Verifies a folder.
     *
     * @param store the folder; it stays open
     * @param options what is known about it
     * @param progress told after every segment
     * @return findings and notes; what is wrong with a file is a finding, never an exception
     * @throws PageIoException if the folder itself is missing or can't be listed
     */
    public static VerifyResult verify(PageStore store, VerifyOptions options, ScanProgress progress) {
        Objects.requireNonNull(progress, "progress");
        Report report = new Report();
        SegmentFolder folder = SegmentFolder.list(store, options.layout(), options.range());
        report.note(
                "The format has no checksum: content not verified. A wrong status that is a legal one shows only in a"
                        + " comparison with a copy.");
        checkCircumstances(folder, options, report);
        new NameCheck(folder, report).check();
        if (new PageSizeCheck(folder, report).findsOther()) {
            return report.result(StatusCounts.NONE, 0, 0);
        }
        Expectation expected = Expectation.of(folder);
        PresenceCheck presence = new PresenceCheck(folder, expected, options.live(), report);
        FileCheck files = new FileCheck(folder, expected, options.live(), report);
        ContentCheck content = new ContentCheck(folder, expected, options, files, report);
        if (!presence.findsNothing()) {
            presence.check();
            folder.segments().forEach(files::check);
            noteUnused(folder, expected, report);
            content.check(progress);
        }
        PreparedCheck prepared = new PreparedCheck(folder, report);
        options.preparedNames().forEach(prepared::check);
        return content.result();
    }

    private static void checkCircumstances(SegmentFolder folder, VerifyOptions options, Report report) {
        XidRange range = options.range();
        if (range.isUnknown()) {
            report.note("No range of XIDs is known: lost segments at either end of the folder do not show.");
        }
        if (options.live()) {
            report.add(
                    FindingCode.LIVE_FOLDER,
                    Severity.WARNING,
                    folder.location(),
                    options.liveEvidence().orElseThrow() + ": a server may be using " + folder.location()
                            + ", so this result is a moving snapshot. Statuses that it has not yet flushed are missing.");
        }
        if (range.isBounded() && range.idSpace() == IdSpace.WRAPPING_32) {
            long span = range.nextXid().getAsLong() - range.oldestXid().getAsLong();
            if (span >= HALF_OF_IDS) {
                report.add(
                        FindingCode.WRAPAROUND,
                        Severity.ERROR,
                        folder.location(),
                        -1,
                        range.oldestXid().getAsLong(),
                        range.nextXid().getAsLong(),
                        "nextXid " + range.nextXid().getAsLong() + " is " + span + " past oldestXid "
                                + range.oldestXid().getAsLong() + ", 2^31 or more: old XIDs look as if they were in the"
                                + " future. One of the two is wrong.");
            }
        }
    }

    /** Files on either side of the range: the next truncation removes those before it. */
    private static void noteUnused(SegmentFolder folder, Expectation expected, Report report) {
        List<SegmentFile> before = folder.segments().stream()
                .filter(segment -> segment.firstXid() + folder.layout().xidsPerSegment() <= expected.oldest())
                .toList();
        if (!before.isEmpty()) {
            report.note("Only XIDs before oldestXid " + expected.oldest() + " are in "
                    + Count.of(before.size(), "segment") + ", "
                    + before.get(0).name() + " to "
                    + before.get(before.size() - 1).name()
                    + ": the next truncation removes them.");
        }
        long after = folder.segments().stream()
                .filter(segment -> segment.firstXid() >= expected.next())
                .count();
        if (after > 0) {
            report.note("Only XIDs from nextXid " + expected.next() + " on are in " + Count.of(after, "segment") + ".");
        }
    }
}
