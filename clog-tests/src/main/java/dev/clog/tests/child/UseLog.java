package dev.clog.tests.child;

import dev.clog.api.LogConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.groupcommit.PageLogs;
import java.nio.file.Path;

/**
 * Takes a log through its life: creates it, extends it over a segment, commits, aborts, reads, checkpoints, closes, opens it
 * again. Prints {@code used}, or the one error that came.
 */
public final class UseLog {
    private static final long NEXT_XID = 1_100_000;

    private UseLog() {}

    /** The first argument is the folder, which must not be there. */
    public static void main(String[] args) {
        try {
            use(Path.of(args[0]));
            System.out.println("used");
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    /**
     * Takes a log through its life.
     *
     * @param folder a folder that is not there
     */
    public static void use(Path folder) {
        try (TransactionStatusLog log = PageLogs.createStatuses(folder, LogConfig.wrapping32())) {
            log.extendTo(NEXT_XID - 1);
            log.setTree(3, new long[] {4, 70, 40_000, 1_099_999}, TransactionStatus.COMMITTED);
            log.setTree(5, new long[] {6}, TransactionStatus.ABORTED);
            log.checkpoint();
        }
        try (TransactionStatusLog log =
                PageLogs.openStatuses(folder, LogConfig.wrapping32().withRange(3, NEXT_XID))) {
            require(log, 1_099_999, TransactionStatus.COMMITTED);
            require(log, 6, TransactionStatus.ABORTED);
            require(log, 7, TransactionStatus.IN_PROGRESS);
        }
    }

    private static void require(TransactionStatusLog log, long xid, TransactionStatus expected) {
        TransactionStatus found = log.status(xid);
        if (found != expected) {
            throw new IllegalStateException("xid=" + xid + " expected=" + expected + " found=" + found);
        }
    }
}
