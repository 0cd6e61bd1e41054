package dev.clog.tests.child;

import dev.clog.api.LogConfig;
import dev.clog.api.TransactionStatusLog;
import dev.clog.groupcommit.PageLogs;
import java.io.IOException;
import java.nio.file.Path;

/** Creates a log, prints {@code held}, and holds it until its input ends. */
public final class HoldLog {
    private HoldLog() {}

    /** The first argument is the folder, which must not be there. */
    public static void main(String[] args) throws IOException {
        try (TransactionStatusLog log = PageLogs.createStatuses(Path.of(args[0]), LogConfig.wrapping32())) {
            log.extendTo(3);
            System.out.println("held");
            while (System.in.read() >= 0) {
                // Until the end.
            }
        }
    }
}
