package dev.clog.offheap;

import dev.clog.api.HorizonLease;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Who holds truncation back, and where it was meant to go. The monitor of this object orders a new lease against a move of
 * the horizon: a lease is given only for ids at or above it, and it moves only up to the least id of a lease.
 */
final class HorizonHolders {
    private final TreeMap<Long, Integer> held = new TreeMap<>();
    private long wanted;

    /** A move of the horizon. */
    @FunctionalInterface
    interface Move {
        void to(long horizon);
    }

    private final class Lease implements HorizonLease {
        private final long xid;
        private boolean open = true;

        Lease(long xid) {
            this.xid = xid;
        }

        @Override
        public long xid() {
            return xid;
        }

        @Override
        public void close() {
            synchronized (HorizonHolders.this) {
                if (open) {
                    open = false;
                    held.computeIfPresent(xid, (id, count) -> count == 1 ? null : count - 1);
                }
            }
        }
    }

    /** A lease on {@code xid}, or null if it is below the horizon. */
    synchronized HorizonLease retain(long xid, LongSupplier horizon) {
        if (xid < horizon.getAsLong()) {
            return null;
        }
        held.merge(xid, 1, Integer::sum);
        return new Lease(xid);
    }

    /** Notes that the horizon is wanted at {@code oldestXid}. */
    synchronized void want(long oldestXid) {
        wanted = Math.max(wanted, oldestXid);
    }

    /** Moves the horizon as far as wanted and the leases allow, if that is further than it is. */
    synchronized boolean advance(long horizon, Move move) {
        long target = held.isEmpty() ? wanted : Math.min(wanted, held.firstKey());
        if (target <= horizon) {
            return false;
        }
        move.to(target);
        return true;
    }
}
