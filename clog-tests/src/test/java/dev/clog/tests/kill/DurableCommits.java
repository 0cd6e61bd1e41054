package dev.clog.tests.kill;

import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.Clog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What {@link dev.clog.tests.child.CommitDurably} said, and whether a log bears it out. */
final class DurableCommits {
    private static final int MOST_PROBLEMS = 10;

    /** By the id of a child or transaction: that of the top of its tree. */
    private final Map<Long, Long> tops = new TreeMap<>();
    /** By the id of a transaction that is to commit: whether that was acknowledged. */
    private final Map<Long, Boolean> commits = new TreeMap<>();

    private int acknowledged;

    /** Takes a line without its semicolon. */
    void hear(String line) {
        String[] words = line.split(" ");
        long xid = Long.parseLong(words[1]);
        switch (words[0]) {
            case "committed" -> {
                commits.put(xid, true);
                acknowledged++;
            }
            case "commits" -> {
                commits.put(xid, false);
                children(words, xid);
            }
            case "aborts" -> children(words, xid);
            default -> throw new IllegalStateException("not understood: " + line);
        }
    }

    private void children(String[] words, long xid) {
        for (int i = 1; i < words.length; i++) {
            tops.put(Long.parseLong(words[i]), xid);
        }
    }

    int acknowledged() {
        return acknowledged;
    }

    /** What is wrong; empty if nothing is. */
    List<String> problems(Clog log) {
        List<String> problems = new ArrayList<>();
        for (long xid = 3; xid < log.nextXid() && problems.size() < MOST_PROBLEMS; xid++) {
            boolean committed = log.status(xid) == TransactionStatus.COMMITTED;
            long top = tops.getOrDefault(xid, xid);
            if (!committed && commits.getOrDefault(xid, false)) {
                problems.add("lost: xid=" + xid);
            }
            if (committed && !commits.containsKey(top)) {
                problems.add("invented: xid=" + xid);
            }
            if (committed != (log.status(top) == TransactionStatus.COMMITTED)) {
                problems.add("half: xid=" + xid + " top=" + top);
            }
        }
        for (long xid : tops.keySet()) {
            if (xid >= log.nextXid()) {
                problems.add("handed out again: xid=" + xid + " nextXid=" + log.nextXid());
            }
        }
        return problems;
    }
}
