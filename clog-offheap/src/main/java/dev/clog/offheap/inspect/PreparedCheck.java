package dev.clog.offheap.inspect;

import dev.clog.api.ClogException;
import dev.clog.api.TransactionStatus;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.inspect.Finding.Severity;
import java.util.regex.Pattern;

/**
 * Compares the prepared transactions with the range and with their statuses. An id outside the range is never looked up.
 */
final class PreparedCheck {
    /** 32-bit ids up to PostgreSQL 16, 64-bit ones from 17 on. */
    private static final Pattern NAME = Pattern.compile("[0-9A-F]{8}|[0-9A-F]{16}");

    private static final String FOLDER = "pg_twophase/";

    private final SegmentFolder folder;
    private final StatusReader reader;
    private final Report report;

    PreparedCheck(SegmentFolder folder, Report report) {
        this.folder = folder;
        this.reader = new StatusReader(folder.store(), folder.layout(), folder.range());
        this.report = report;
    }

    void check(String name) {
        String path = FOLDER + name;
        long given = NAME.matcher(name).matches() ? Long.parseUnsignedLong(name, 16) : -1;
        if (given < 0) {
            String text =
                    path + " is no file of a prepared transaction: its name is not 8 or 16 upper-case hex digits.";
            report.add(FindingCode.PREPARED_NAME, Severity.WARNING, path, text);
            return;
        }
        long xid = name.length() == 8 ? folder.range().widen(given) : given;
        String who = path + " (XID " + given + ")";
        if (folder.range().precedes(xid)) {
            tooOld(path, who, xid);
        } else if (folder.range().follows(xid)) {
            String text = who + " is in the future: nextXid is "
                    + folder.range().nextXid().getAsLong() + ". A server removes such a file when it starts.";
            add(FindingCode.PREPARED_IN_FUTURE, path, xid, text);
        } else {
            checkStatus(path, who, xid);
        }
    }

    private void tooOld(String path, String who, long xid) {
        String segment = StatusLayout.segmentName(folder.order().segment(xid));
        String text = who + " refers to an XID before oldestXid "
                + folder.range().oldestXid().getAsLong() + ", in "
                + (folder.segmentsBetween(xid, xid).isEmpty() ? "truncated" : "no longer used") + " segment " + segment
                + ": its outcome can't be kept, and it holds back nothing any more.";
        add(FindingCode.PREPARED_TOO_OLD, path, xid, text);
    }

    private void checkStatus(String path, String who, long xid) {
        TransactionStatus status;
        try {
            status = reader.read(xid).status();
        } catch (ClogException e) {
            report.note(who + " has no readable status: " + e.getMessage());
            return;
        }
        if (status != TransactionStatus.IN_PROGRESS) {
            String text = who + " is " + status + " already: the file is a leftover, which a server removes when it"
                    + " starts.";
            add(FindingCode.PREPARED_FINISHED, path, xid, text);
        }
    }

    private void add(FindingCode code, String path, long xid, String text) {
        report.add(code, Severity.WARNING, path, -1, Math.max(xid, -1), Math.max(xid, -1), text);
    }
}
