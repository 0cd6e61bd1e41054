package dev.clog.cli;

import dev.clog.api.TransactionStatus;
import dev.clog.offheap.inspect.ComparisonResult;
import dev.clog.offheap.inspect.Difference;
import java.io.PrintWriter;

/** Prints differences for people: the ids, then the bytes they are in, and a last line that sums up. */
final class DifferenceText extends DifferencePrinter {

    DifferenceText(PrintWriter out) {
        super(out);
    }

    @Override
    void begin() {
        // Nothing comes before the first difference.
    }

    @Override
    void run(long first, long last, TransactionStatus folderStatus, TransactionStatus referenceStatus) {
        rows.begin().append(first == last ? "XID " + first : "XIDs " + first + ".." + last);
        rows.begin().append(": ").append(folderStatus).append(", reference ").append(referenceStatus);
        rows.end();
    }

    @Override
    void stretch(Difference difference) {
        rows.add(Text.oneLine(difference.message()));
    }

    @Override
    void end(ComparisonResult result) {
        if (result.identical()) {
            rows.add("no differences");
        } else {
            rows.add(Text.count(result.files(), "file") + (result.files() == 1 ? " differs: " : " differ: ")
                    + Text.count(result.xids(), "id") + " in " + Text.count(result.bytes(), "byte")
                    + " that both sides hold");
        }
        rows.flush();
    }
}
