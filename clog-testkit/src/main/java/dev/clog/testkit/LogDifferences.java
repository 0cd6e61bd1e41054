package dev.clog.testkit;

import dev.clog.api.ClogException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Compares a log with a {@link ModelLog}: at every id that ended, at its neighbours, and around the horizon and the end,
 * where errors must be the same too. Each difference is a line that names the id.
 */
public final class LogDifferences {
    private final TransactionStatusLog log;
    private final List<String> lines = new ArrayList<>();

    private LogDifferences(TransactionStatusLog log) {
        this.log = log;
    }

    /** All differences between a log and what it must be; empty if there are none. */
    public static List<String> between(ModelLog expected, TransactionStatusLog log) {
        LogDifferences differences = new LogDifferences(log);
        differences.compareBounds(expected);
        for (long xid : idsWorthAsking(expected.statuses().keySet(), expected)) {
            differences.compare(xid, answer(expected, xid));
        }
        return differences.lines;
    }

    /**
     * What is wrong with a log that was opened again after a crash, with nothing replayed. What the last checkpoint had
     * must be there; what came after may be there or not; a child may be left with its fate undecided. Nothing else may
     * have ended.
     *
     * @param expected the log as it was when it crashed
     */
    public static List<String> afterCrash(ModelLog expected, TransactionStatusLog log) {
        LogDifferences differences = new LogDifferences(log);
        NavigableMap<Long, TransactionStatus> durable = expected.durableStatuses();
        NavigableMap<Long, TransactionStatus> ended = expected.statuses();
        for (long xid : idsWorthAsking(ended.keySet(), expected)) {
            if (xid >= expected.oldestXid()
                    && xid < log.endXid()
                    && !expected.idSpace().isReserved(xid)) {
                differences.judge(xid, durable.get(xid), ended.get(xid));
            } else if (durable.containsKey(xid)) {
                differences.lines.add("xid " + xid + " was durable and is beyond the log: endXid=" + log.endXid());
            }
        }
        return differences.lines;
    }

    private void judge(long xid, TransactionStatus durable, TransactionStatus ended) {
        String actual = answer(log, xid);
        boolean right;
        if (durable != null) {
            right = actual.equals(durable.toString());
        } else if (ended != null) {
            right = actual.equals(ended.toString())
                    || actual.equals(TransactionStatus.IN_PROGRESS.toString())
                    || (ended == TransactionStatus.COMMITTED
                            && actual.equals(TransactionStatus.SUB_COMMITTED.toString()));
        } else {
            right = actual.equals(TransactionStatus.IN_PROGRESS.toString());
        }
        if (!right) {
            lines.add("xid " + xid + " is " + actual + " after the crash; it was durably " + durable + " and had ended "
                    + ended);
        }
    }

    private void compareBounds(ModelLog expected) {
        if (expected.oldestXid() != log.oldestXid()) {
            lines.add("oldestXid is " + log.oldestXid() + ", not " + expected.oldestXid());
        }
        if (expected.endXid() != log.endXid()) {
            lines.add("endXid is " + log.endXid() + ", not " + expected.endXid());
        }
    }

    private void compare(long xid, String expected) {
        String actual = answer(log, xid);
        if (!expected.equals(actual)) {
            lines.add("xid " + xid + " is " + actual + ", not " + expected);
        }
    }

    /** The ids that ended and their neighbours, and those around both ends of the log. */
    private static NavigableSet<Long> idsWorthAsking(Collection<Long> ended, ModelLog log) {
        NavigableSet<Long> ids = new TreeSet<>();
        for (long xid : ended) {
            addAround(ids, xid);
        }
        addAround(ids, log.oldestXid());
        addAround(ids, log.endXid());
        addAround(ids, 1);
        return ids;
    }

    private static void addAround(NavigableSet<Long> ids, long xid) {
        ids.add(Math.max(0, xid - 1));
        ids.add(xid);
        ids.add(xid + 1);
    }

    private static String answer(TransactionStatusLog log, long xid) {
        try {
            return log.status(xid).toString();
        } catch (ClogException e) {
            return e.getClass().getSimpleName();
        }
    }
}
