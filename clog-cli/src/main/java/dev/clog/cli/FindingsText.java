package dev.clog.cli;

import dev.clog.offheap.inspect.Finding;
import dev.clog.offheap.inspect.Finding.Severity;
import dev.clog.offheap.inspect.VerifyResult;
import java.io.PrintWriter;

/** Prints a verification for people: findings, notes, and a last line that sums up. */
final class FindingsText {
    private FindingsText() {}

    static void print(VerifyResult result, PrintWriter out) {
        for (Finding finding : result.findings()) {
            out.println(line(finding));
        }
        for (String note : result.notes()) {
            out.println("note: " + Text.oneLine(note));
        }
        out.println(summary(result));
    }

    private static String line(Finding finding) {
        StringBuilder line = new StringBuilder()
                .append(finding.severity())
                .append(' ')
                .append(finding.code())
                .append(' ')
                .append(Text.oneLine(finding.file()));
        if (finding.offset() >= 0) {
            line.append(" offset ").append(finding.offset());
        }
        if (finding.firstXid() >= 0) {
            line.append(" XIDs ").append(finding.firstXid()).append("..").append(finding.lastXid());
        }
        return line.append(": ").append(Text.oneLine(finding.message())).toString();
    }

    private static String summary(VerifyResult result) {
        String read = Text.count(result.segments(), "segment") + ", " + Text.count(result.bytes(), "byte") + " read: ";
        if (result.clean()) {
            return read + "no findings";
        }
        return read + Text.count(result.count(Severity.ERROR), "error") + ", "
                + Text.count(result.count(Severity.WARNING), "warning");
    }
}
