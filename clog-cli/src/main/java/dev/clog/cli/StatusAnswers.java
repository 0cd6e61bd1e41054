package dev.clog.cli;

import dev.clog.api.ClogException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.XidOutOfRangeException;
import dev.clog.offheap.inspect.StatusReader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Statuses of many ids. They are looked up in ascending order, whatever order they come in, so that each page is read
 * once.
 */
final class StatusAnswers {
    private final long[] ascending;
    private final TransactionStatus[] statuses;
    private final Map<Long, ClogException> failures = new HashMap<>();
    private int exitCode = ClogCommand.OK;

    private StatusAnswers(long[] ascending) {
        this.ascending = ascending;
        statuses = new TransactionStatus[ascending.length];
    }

    static StatusAnswers of(long[] xids, StatusReader reader) {
        long[] ascending = xids.clone();
        Arrays.sort(ascending);
        StatusAnswers answers = new StatusAnswers(ascending);
        answers.lookUp(reader);
        return answers;
    }

    private void lookUp(StatusReader reader) {
        for (int i = 0; i < ascending.length; i++) {
            boolean again = i > 0 && ascending[i] == ascending[i - 1];
            if (again) {
                statuses[i] = statuses[i - 1];
                continue;
            }
            try {
                statuses[i] = reader.read(ascending[i]).status();
            } catch (ClogException e) {
                failures.put(ascending[i], e);
                boolean outside = e instanceof XidOutOfRangeException;
                exitCode = Math.max(exitCode, outside ? ClogCommand.FINDINGS : ClogCommand.FAILED);
            }
        }
    }

    boolean hasStatus(long xid) {
        return status(xid) != null;
    }

    TransactionStatus status(long xid) {
        return statuses[Arrays.binarySearch(ascending, xid)];
    }

    ClogException failure(long xid) {
        return failures.get(xid);
    }

    /** 0 if all ids have a status, 1 if some are outside the range, 2 if some can't be read. */
    int exitCode() {
        return exitCode;
    }
}
