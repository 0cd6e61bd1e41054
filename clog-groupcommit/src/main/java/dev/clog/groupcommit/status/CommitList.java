package dev.clog.groupcommit.status;

import dev.clog.offheap.format.StatusLayout;

/**
 * Requests for one page that wait for the one that finds the list empty. A stack: pushed one by one, taken as a whole.
 *
 * <p>The page is that of the head that is compared and replaced. A request is never pushed twice, so that the head can't
 * be another group's when the exchange succeeds. The head shares no line with anything else.
 */
class CommitList extends CommitListHead {
    private static final long XIDS_PER_PAGE = StatusLayout.STANDARD.xidsPerPage();

    long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    /** What became of a push. */
    enum Push {
        /** The list was empty: the caller leads. */
        LEADS,
        /** There is one who leads. */
        FOLLOWS,
        /** The list is another page's; the request is in no list. */
        ELSEWHERE
    }

    /** Nobody waits, and nobody leads who has not taken what waits. */
    boolean isEmpty() {
        return head == null;
    }

    /** Whether the list is another page's at present: a look before a push that would come to nothing. */
    boolean isElsewhere(long xid) {
        CommitRequest present = head;
        return present != null && pageOf(present) != pageOf(xid);
    }

    Push push(CommitRequest request) {
        CommitRequest present;
        do {
            present = head;
            if (present != null && pageOf(present) != pageOf(request)) {
                request.next = null;
                return Push.ELSEWHERE;
            }
            request.next = present;
        } while (!replace(present, request));
        return present == null ? Push.LEADS : Push.FOLLOWS;
    }

    /** Makes the request the head in place of the one that was looked at. A step of its own, so that tests can step in. */
    boolean replace(CommitRequest present, CommitRequest request) {
        return HEAD.compareAndSet(this, present, request);
    }

    /** Takes all that are there; null for none. Who comes next finds the list empty. */
    CommitRequest takeAll() {
        return (CommitRequest) HEAD.getAndSet(this, null);
    }

    static long pageOf(long xid) {
        return xid / XIDS_PER_PAGE;
    }

    private static long pageOf(CommitRequest request) {
        return pageOf(request.xid());
    }
}
