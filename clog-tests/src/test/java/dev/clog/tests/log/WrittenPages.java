package dev.clog.tests.log;

import dev.clog.api.TransactionStatusLog;
import dev.clog.api.spi.WriteAheadLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The write-ahead log of an engine, as far as it hears of new pages; notes where the log ended when it heard. */
final class WrittenPages implements WriteAheadLog {
    private final List<Long> numbers = new ArrayList<>();
    private final List<Long> endsSeen = new ArrayList<>();
    private TransactionStatusLog log;
    private boolean refusing;

    /** From here on the end of this log is noted. */
    void watch(TransactionStatusLog watched) {
        log = watched;
    }

    void refuse(boolean refuse) {
        refusing = refuse;
    }

    List<Long> numbers() {
        return numbers;
    }

    List<Long> endsSeen() {
        return endsSeen;
    }

    @Override
    public void flush(long lsn) {
        throw new AssertionError("no status has an LSN here: lsn=" + lsn);
    }

    @Override
    public long flushedLsn() {
        return 0;
    }

    @Override
    public void pageZeroed(long pageNumber) throws IOException {
        if (refusing) {
            throw new IOException("no space for the record");
        }
        if (log != null) {
            numbers.add(pageNumber);
            endsSeen.add(log.endXid());
        }
    }
}
