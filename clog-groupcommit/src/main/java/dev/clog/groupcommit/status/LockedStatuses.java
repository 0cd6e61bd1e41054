package dev.clog.groupcommit.status;

import dev.clog.lock.LockMode;
import dev.clog.offheap.PagedStatusLog;
import dev.clog.offheap.StatusCursor;
import java.util.function.UnaryOperator;

/** The log as writers that lock see it. Tests have another one, on the heap, for the model checker. */
interface LockedStatuses {

    /** A cursor for the calling thread. */
    StatusCursor cursor();

    /** The bank of an id's page. */
    int bankOf(long xid);

    /** The folder, for errors. */
    String location();

    /** Those of a log, with cursors of one mode. */
    static LockedStatuses of(PagedStatusLog log, LockMode mode) {
        return new OfLog(log, mode);
    }

    /** The same, with something around each cursor. */
    static LockedStatuses around(LockedStatuses statuses, UnaryOperator<StatusCursor> cursors) {
        return new Around(statuses, cursors);
    }

    /** Those of a log. */
    record OfLog(PagedStatusLog log, LockMode mode) implements LockedStatuses {
        @Override
        public StatusCursor cursor() {
            return log.cursor(mode);
        }

        @Override
        public int bankOf(long xid) {
            return log.bankOf(xid);
        }

        @Override
        public String location() {
            return log.location();
        }
    }

    /** Those of another, with something around each cursor. */
    record Around(LockedStatuses statuses, UnaryOperator<StatusCursor> cursors) implements LockedStatuses {
        @Override
        public StatusCursor cursor() {
            return cursors.apply(statuses.cursor());
        }

        @Override
        public int bankOf(long xid) {
            return statuses.bankOf(xid);
        }

        @Override
        public String location() {
            return statuses.location();
        }
    }
}
