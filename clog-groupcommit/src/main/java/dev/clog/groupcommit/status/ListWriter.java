package dev.clog.groupcommit.status;

import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.status.CommitList.Push;
import dev.clog.offheap.StatusCursor;

/**
 * Group update with a list: who finds it empty leads. It takes the lock, and then the whole list, so that the group grows
 * while it waits for the lock; whoever comes after that finds the list empty and leads the next group. But where someone
 * has served the list in passing, while its leader still sleeps for the lock, that one stays the leader: it takes what
 * came since. It says that it waits no more before it takes, and a committer looks after it has pushed, so that each is seen
 * by the leader or leads.
 *
 * <p>Only small trees on one page are set so, and only those on the page of the group; all others take the lock for
 * themselves.
 *
 * <p>Source: PostgreSQL {@code TransactionGroupUpdateXidStatus}.
 */
final class ListWriter extends GroupWriter {
    /** The most children of a tree that a leader sets for others. */
    static final int MOST_CHILDREN = 5;

    private static final int PAUSES = 64;

    private final CommitList list;

    ListWriter(LockedStatuses statuses, boolean fastPath) {
        this(statuses, new CommitList(), fastPath);
    }

    /** With a list of the caller's. */
    ListWriter(LockedStatuses statuses, CommitList list, boolean fastPath) {
        super(statuses, fastPath);
        this.list = list;
    }

    @Override
    boolean commitInGroup(StatusCursor cursor, int bank, long xid, long[] children, long lsn) {
        if (!isSmall(xid, children) || list.isElsewhere(xid)) {
            return false;
        }
        CommitBatch batch = new CommitBatch(bank);
        CommitRequest request = new CommitRequest(xid, children, TransactionStatus.COMMITTED, lsn);
        if (!list.isEmpty()) {
            backOff(PAUSES, xid);
        }
        Push push = list.push(request);
        if (push == Push.ELSEWHERE) {
            return false;
        }
        if (push == Push.LEADS && !isLeaderWaiting()) {
            serve(cursor, bank, batch);
        }
        await(request, cursor, bank);
        return true;
    }

    private static boolean isSmall(long xid, long[] children) {
        if (children.length > MOST_CHILDREN) {
            return false;
        }
        for (long child : children) {
            if (CommitList.pageOf(child) != CommitList.pageOf(xid)) {
                return false;
            }
        }
        return true;
    }

    @Override
    void serve(StatusCursor cursor, int bank, CommitBatch batch) {
        enterFirst(cursor, bank);
        try {
            takeAndSet(cursor, batch);
        } finally {
            finish(cursor, batch);
        }
    }

    @Override
    void takeAndSet(StatusCursor cursor, CommitBatch batch) {
        batch.addAll(list.takeAll());
        batch.apply(cursor, statuses);
    }
}
