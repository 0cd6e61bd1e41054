package dev.clog.tests.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.clog.api.IdSpace;
import dev.clog.api.LogConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.groupcommit.PageLogs;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every transaction-status log does, whatever its id space and wherever its pages are: the
 * ground of the contracts. A log starts 40,000 ids before
 * the end of a segment, in the middle of a page:
 *
 * <pre>
 *   xid(0)           xid(7232)                         xid(40000)
 *   | rest of a page | the last page of the segment    | the next segment ...
 * </pre>
 */
abstract class TransactionStatusLogContract {
    /** From the first id to the end of its page. */
    static final int TO_NEXT_PAGE = 7_232;
    /** From the first id to the end of its segment. */
    static final int TO_NEXT_SEGMENT = 40_000;

    @TempDir
    Path temp;

    abstract LogKind kind();

    final IdSpace idSpace() {
        return kind().idSpace();
    }

    final long segmentEnd() {
        return kind().segmentEnd();
    }

    /** The n-th id of the log, more or less: an id that is never handed out gives the next one. */
    final long xid(long n) {
        return idSpace().skipReserved(segmentEnd() + 1 - TO_NEXT_SEGMENT + n);
    }

    final Path folder() {
        return temp.resolve("log");
    }

    final PageBits bits() {
        return new PageBits(folder(), idSpace());
    }

    /** Holds the ids from {@code xid(0)} to before {@code xid(next)}. */
    final LogConfig holding(long next) {
        return kind().config().withRange(xid(0), xid(next));
    }

    /** A new log whose first id is {@code xid(0)}. */
    final TransactionStatusLog create() {
        return PageLogs.createStatuses(folder(), holding(0));
    }

    /** A new log that goes to the end of the page of {@code xid(last)}. */
    final TransactionStatusLog createTo(long last) {
        TransactionStatusLog log = create();
        log.extendTo(xid(last));
        return log;
    }

    final TransactionStatusLog open(LogConfig config) {
        return PageLogs.openStatuses(folder(), config);
    }

    /** Ids by their number in the log. */
    final long[] xids(int... numbers) {
        long[] xids = new long[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            xids[i] = xid(numbers[i]);
        }
        return xids;
    }

    static void assertStatus(TransactionStatus expected, TransactionStatusLog log, long... xids) {
        for (long xid : xids) {
            assertEquals(expected, log.status(xid), () -> "xid=" + xid);
        }
    }
}
