package dev.clog.groupcommit.journal;

import dev.clog.api.TransactionStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A visitor that keeps what it is shown, as text, in order. */
final class Recorded implements JournalVisitor {
    final List<String> records = new ArrayList<>();
    final List<Long> positions = new ArrayList<>();

    static List<String> of(CommitJournal journal) {
        Recorded recorded = new Recorded();
        journal.replay(recorded);
        return recorded.records;
    }

    static String tree(TransactionStatus status, long xid, long... children) {
        return status + " " + xid + " " + Arrays.toString(children);
    }

    private void add(String record, long lsn) {
        records.add(record);
        positions.add(lsn);
    }

    @Override
    public void committed(long xid, long[] children, long lsn) {
        add(tree(TransactionStatus.COMMITTED, xid, children), lsn);
    }

    @Override
    public void aborted(long xid, long[] children, long lsn) {
        add(tree(TransactionStatus.ABORTED, xid, children), lsn);
    }

    @Override
    public void pageZeroed(long pageNumber, long lsn) {
        add("page " + pageNumber, lsn);
    }

    @Override
    public void truncated(long oldestXid, long lsn) {
        add("truncate " + oldestXid, lsn);
    }

    @Override
    public void reserved(long endXid, long lsn) {
        add("reserve " + endXid, lsn);
    }

    @Override
    public void checkpoint(Checkpoint checkpoint, long lsn) {
        add(checkpoint.toString(), lsn);
    }
}
