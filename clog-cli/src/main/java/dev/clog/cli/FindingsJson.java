package dev.clog.cli;

import dev.clog.offheap.inspect.Finding;
import dev.clog.offheap.inspect.VerifyResult;
import java.io.PrintWriter;
import java.util.stream.Collectors;

/** Prints the findings of a verification for programs, as one line of JSON. */
final class FindingsJson {
    private FindingsJson() {}

    static void print(VerifyResult result, PrintWriter out) {
        out.println(result.findings().stream()
                .map(FindingsJson::object)
                .collect(Collectors.joining(",", "{\"findings\":[", "]}")));
    }

    private static String object(Finding finding) {
        return "{\"code\":" + Text.json(finding.code().name())
                + ",\"severity\":" + Text.json(finding.severity().name())
                + ",\"file\":" + Text.json(finding.file())
                + ",\"offset\":" + finding.offset()
                + ",\"firstXid\":" + finding.firstXid()
                + ",\"lastXid\":" + finding.lastXid()
                + ",\"message\":" + Text.json(finding.message()) + "}";
    }
}
