package dev.clog.cli;

import dev.clog.api.TransactionStatus;
import dev.clog.offheap.inspect.ComparisonResult;
import dev.clog.offheap.inspect.Difference;
import dev.clog.offheap.inspect.DifferenceVisitor;
import java.io.PrintWriter;

/** Prints differences as they are shown to it; joins neighbouring ids that differ in the same way. */
abstract class DifferencePrinter implements DifferenceVisitor {
    /** The lines printed. */
    final Rows rows;

    private long firstXid = -1;
    private long lastXid = -1;
    private TransactionStatus inFolder;
    private TransactionStatus inReference;
    private boolean sawUnreadable;

    DifferencePrinter(PrintWriter out) {
        rows = new Rows(out);
    }

    /** Prints what comes first. */
    abstract void begin();

    /** Prints ids that are on both sides and differ. */
    abstract void run(long first, long last, TransactionStatus folderStatus, TransactionStatus referenceStatus);

    /** Prints a stretch, after the ids in it. */
    abstract void stretch(Difference difference);

    /** Prints what comes last. */
    abstract void end(ComparisonResult result);

    @Override
    public final void status(long xid, TransactionStatus folderStatus, TransactionStatus referenceStatus) {
        if (xid != lastXid + 1 || folderStatus != inFolder || referenceStatus != inReference) {
            endRun();
            firstXid = xid;
            inFolder = folderStatus;
            inReference = referenceStatus;
        }
        lastXid = xid;
    }

    @Override
    public final void difference(Difference difference) {
        endRun();
        sawUnreadable |= difference.kind() == Difference.Kind.UNREADABLE;
        stretch(difference);
    }

    private void endRun() {
        if (inFolder != null) {
            run(firstXid, lastXid, inFolder, inReference);
            inFolder = null;
        }
    }

    /** True if a file of either side could not be read. */
    final boolean sawUnreadable() {
        return sawUnreadable;
    }
}
