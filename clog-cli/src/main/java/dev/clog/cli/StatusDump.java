package dev.clog.cli;

import dev.clog.api.ClogException;
import dev.clog.offheap.inspect.StatusVisitor;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Prints ids as they are shown to it, between {@link #begin} and {@link #end}. */
abstract class StatusDump implements StatusVisitor {
    /** The lines printed. */
    final Rows rows;

    private final Consumer<String> complaints;

    /**
     * A dump.
     *
     * @param out where to
     * @param complaints takes a message for each stretch that can't be read
     */
    StatusDump(PrintWriter out, Consumer<String> complaints) {
        rows = new Rows(out);
        this.complaints = complaints;
    }

    /** Prints what comes before the first id. */
    abstract void begin();

    /** Prints what comes after the last id. */
    abstract void end();

    @Override
    public final void unreadable(long firstXid, long lastXid, ClogException why) {
        complaints.accept("XIDs " + firstXid + ".." + lastXid + " can't be read: " + why.getMessage());
    }
}
