package dev.clog.groupcommit.status;

import dev.clog.offheap.StatusCursor;

/**
 * The requests that a leader has taken, until it has answered them: two chains through the requests themselves, so that
 * nothing has to be allocated, and can fail, between the taking and the answer.
 */
final class CommitBatch {
    private CommitRequest first;
    private CommitRequest last;
    private CommitRequest applied;
    private int followers;
    private int bank;

    /** Of a leader that begins with this bank. */
    CommitBatch(int bank) {
        this.bank = bank;
    }

    /** Adds a request that nobody else has. */
    void add(CommitRequest request) {
        request.next = null;
        if (first == null) {
            first = request;
        } else {
            last.next = request;
        }
        last = request;
    }

    /** Adds a chain of requests that nobody else has. */
    void addAll(CommitRequest chain) {
        CommitRequest request = chain;
        while (request != null) {
            CommitRequest after = request.next;
            add(request);
            request = after;
        }
    }

    /** How many requests of others have been applied. */
    int followers() {
        return followers;
    }

    /** Applies all that were added, those of one bank after each other, beginning with the bank that is held already. */
    void apply(StatusCursor cursor, LockedStatuses statuses) {
        while (first != null) {
            CommitRequest rest = first;
            first = null;
            while (rest != null) {
                CommitRequest request = rest;
                rest = request.next;
                if (statuses.bankOf(request.xid()) == bank) {
                    request.apply(cursor);
                    request.next = applied;
                    applied = request;
                    followers += request.isOfCaller() ? 0 : 1;
                } else {
                    add(request);
                }
            }
            if (first != null) {
                bank = statuses.bankOf(first.xid());
            }
        }
    }

    /** Answers all that were applied, with no lock held. */
    void answer() {
        while (applied != null) {
            CommitRequest request = applied;
            applied = request.next;
            request.next = null;
            request.answer();
        }
    }
}
