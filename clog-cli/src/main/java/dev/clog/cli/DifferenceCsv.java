package dev.clog.cli;

import dev.clog.api.TransactionStatus;
import dev.clog.offheap.inspect.ComparisonResult;
import dev.clog.offheap.inspect.Difference;
import java.io.PrintWriter;

/** Prints differences as CSV: first and last id, and the status on either side, or why there is none. */
final class DifferenceCsv extends DifferencePrinter {

    DifferenceCsv(PrintWriter out) {
        super(out);
    }

    @Override
    void begin() {
        rows.add("first_xid,last_xid,status,reference");
    }

    @Override
    void run(long first, long last, TransactionStatus folderStatus, TransactionStatus referenceStatus) {
        row(first, last, folderStatus.toString(), referenceStatus.toString());
    }

    @Override
    void stretch(Difference difference) {
        if (difference.kind() != Difference.Kind.CONTENT) {
            boolean lacksHere = difference.side() == Difference.Side.FOLDER;
            String lack = difference.kind() == Difference.Kind.UNREADABLE ? "unreadable" : "missing";
            row(difference.firstXid(), difference.lastXid(), lacksHere ? lack : "", lacksHere ? "" : lack);
        }
    }

    private void row(long first, long last, String folderStatus, String referenceStatus) {
        rows.begin().append(first).append(',').append(last).append(',');
        rows.begin().append(folderStatus).append(',').append(referenceStatus);
        rows.end();
    }

    @Override
    void end(ComparisonResult result) {
        rows.flush();
    }
}
