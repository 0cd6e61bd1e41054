package dev.clog.groupcommit;

import dev.clog.api.TransactionStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What a test asked of a log and what it was told: the model that a log is held against after a crash (FLT-3). Lost: a
 * tree that was acknowledged and is not there. Half: a tree of which some is there. Invented: one that is there and nobody
 * committed.
 */
final class Ledger {
    private final ConcurrentLinkedQueue<Entry> entries = new ConcurrentLinkedQueue<>();

    /** One transaction. Its fields are written by the one who runs it. */
    static final class Entry {
        private final long xid;
        private volatile long[] children = {};
        private volatile long[] abortedChildren = {};
        private volatile boolean commits;
        private volatile boolean acknowledged;
        private volatile long lsn = Long.MAX_VALUE;

        Entry(long xid) {
            this.xid = xid;
        }

        long xid() {
            return xid;
        }

        void begunChildren(long... ids) {
            children = ids;
        }

        void aborts(long... ids) {
            abortedChildren = ids;
        }

        /** About to be committed: from here on it may be there. */
        void commits() {
            commits = true;
        }

        /** Committed, and durable. */
        void acknowledged() {
            acknowledged = true;
        }

        /** Committed, and durable once the journal is up to there. */
        void acknowledgedAt(long position) {
            lsn = position;
        }
    }

    /** What had been acknowledged at a moment. */
    final class Moment {
        private final List<Entry> all = new ArrayList<>(entries);
        private final List<Entry> durable = new ArrayList<>();

        private Moment(long flushedLsn) {
            for (Entry entry : all) {
                if (entry.acknowledged || entry.lsn <= flushedLsn) {
                    durable.add(entry);
                }
            }
        }

        /** What is wrong with a log that was opened after a crash at this moment or a little later. */
        List<String> problems(Clog log) {
            List<String> problems = new ArrayList<>();
            for (Entry entry : durable) {
                if (entry.xid >= log.oldestXid() && (entry.xid >= log.nextXid() || !log.isCommitted(entry.xid))) {
                    problems.add("lost: xid=" + entry.xid);
                }
            }
            for (Entry entry : all) {
                if (entry.xid >= log.nextXid()) {
                    problems.add("handed out twice: xid=" + entry.xid + " nextXid=" + log.nextXid());
                } else if (entry.xid >= log.oldestXid()) {
                    check(log, entry, problems);
                }
            }
            return problems;
        }

        private void check(Clog log, Entry entry, List<String> problems) {
            boolean there = log.status(entry.xid) == TransactionStatus.COMMITTED;
            if (there && !entry.commits) {
                problems.add("invented: xid=" + entry.xid);
            }
            for (long child : entry.children) {
                boolean aborted = contains(entry.abortedChildren, child);
                if (child < log.nextXid()
                        && (log.status(child) == TransactionStatus.COMMITTED) != (there && !aborted)) {
                    problems.add("half: xid=" + entry.xid + " is " + there + " child=" + child + " is "
                            + log.status(child) + " aborted=" + aborted);
                }
            }
        }

        private static boolean contains(long[] ids, long id) {
            for (long each : ids) {
                if (each == id) {
                    return true;
                }
            }
            return false;
        }

        int durable() {
            return durable.size();
        }
    }

    /** Notes a transaction that has begun. */
    Entry begun(long xid) {
        Entry entry = new Entry(xid);
        entries.add(entry);
        return entry;
    }

    /** What is acknowledged now, the journal being durable up to a position at least. */
    Moment now(long flushedLsn) {
        return new Moment(flushedLsn);
    }
}
