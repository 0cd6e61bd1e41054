package dev.clog.bench.commit;

import dev.clog.api.TransactionStatus;
import dev.clog.offheap.StatusCursor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * Cursors of which now and then one, having got the lock, sleeps before it goes on: what happens to a lock when its holder is
 * preempted, or waits for a page. The more acquisitions, the more stalls. On a machine of few processors a lock is else free
 * nearly whenever someone runs who wants it.
 */
final class StallingCursors implements UnaryOperator<StatusCursor> {
    /**
     * One of so many acquisitions. On two processors some twenty threads can be woken and come back while one stalls, so a
     * leader can have a group of twenty, and between two groups so many committers as this find the lock free.
     */
    static final int EVERY = 2;

    private final AtomicLong acquisitions = new AtomicLong();

    @Override
    public StatusCursor apply(StatusCursor cursor) {
        return new Stalling(cursor);
    }

    /** Not static: all share the count. */
    private final class Stalling implements StatusCursor {
        private final StatusCursor cursor;
        private boolean held;

        Stalling(StatusCursor cursor) {
            this.cursor = cursor;
        }

        @Override
        public void enter(int bank) {
            cursor.enter(bank);
            enteredNow();
        }

        @Override
        public boolean enterUnlessSlow(int bank) {
            if (!cursor.enterUnlessSlow(bank)) {
                return false;
            }
            enteredNow();
            return true;
        }

        private void enteredNow() {
            if (!held) {
                held = true;
                if (acquisitions.incrementAndGet() % EVERY == 0) {
                    Stall.sleep(Stall.HOLD_NS);
                }
            }
        }

        @Override
        public void set(long xid, long[] children, TransactionStatus status, long lsn) {
            cursor.set(xid, children, status, lsn);
        }

        @Override
        public void close() {
            held = false;
            cursor.close();
        }
    }
}
