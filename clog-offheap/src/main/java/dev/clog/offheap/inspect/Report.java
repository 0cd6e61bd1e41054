package dev.clog.offheap.inspect;

import dev.clog.offheap.inspect.Finding.Severity;
import java.util.ArrayList;
import java.util.List;

/** Collects findings and notes of a verification. */
final class Report {
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** A finding about a stretch of ids. */
    void add(
            FindingCode code,
            Severity severity,
            String file,
            long offset,
            long firstXid,
            long lastXid,
            String message) {
        findings.add(new Finding(code, severity, file, offset, firstXid, lastXid, message));
    }

    /** A finding about a file or folder as a whole. */
    void add(FindingCode code, Severity severity, String file, String message) {
        add(code, severity, file, -1, -1, -1, message);
    }

    void note(String text) {
        notes.add(text);
    }

    VerifyResult result(StatusCounts counts, int segments, long bytes) {
        return new VerifyResult(findings, notes, counts, segments, bytes);
    }
}
