package dev.clog.cli;

import dev.clog.api.TransactionStatus;
import dev.clog.offheap.inspect.ReservedXid;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Prints ids as one JSON object, a line an id. */
final class JsonDump extends StatusDump {
    private boolean first = true;

    JsonDump(PrintWriter out, Consumer<String> complaints) {
        super(out, complaints);
    }

    @Override
    void begin() {
        rows.begin().append("{\"statuses\":[");
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
        rows.begin().append(first ? "" : ",");
        rows.end();
        rows.begin()
                .append("{\"xid\":")
                .append(xid)
                .append(",\"status\":\"")
                .append(status)
                .append("\"}");
        first = false;
    }

    @Override
    void end() {
        rows.end();
        rows.add("]}");
        rows.flush();
    }
}
