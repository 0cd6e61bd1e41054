package dev.clog.cli;

import dev.clog.api.TransactionStatus;
import dev.clog.offheap.inspect.ReservedXid;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Prints ids as CSV, as {@code clog status} does. */
final class CsvDump extends StatusDump {

    CsvDump(PrintWriter out, Consumer<String> complaints) {
        super(out, complaints);
    }

    @Override
    void begin() {
        rows.add("xid,status");
    }

    @Override
    public void status(long xid, TransactionStatus status) {
        row(xid, status.toString());
    }

    @Override
    public void reserved(long xid, ReservedXid which) {
        row(xid, which.toString());
    }

    private void row(long xid, String status) {
        rows.begin().append(xid).append(',').append(status);
        rows.end();
    }

    @Override
    void end() {
        rows.flush();
    }
}
