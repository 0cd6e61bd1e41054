package dev.clog.groupcommit.status;

import dev.clog.api.TransactionStatus;
import dev.clog.lock.LockMode;
import dev.clog.lock.LockTranche;
import dev.clog.lock.LwLock;
import dev.clog.offheap.StatusCursor;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Stands for a log: a few ids on each of a few pages, on the heap, where the model checker sees them; each page in a bank of
 * its own. Notes how often each id was set, and whether it was under the lock of its bank. What a test wants to go wrong
 * goes wrong in {@link #before}.
 */
class HeapStatuses implements LockedStatuses {
    static final int IDS_PER_PAGE = 64;

    private final LwLock[] banks;
    private final AtomicIntegerArray sets;
    private final AtomicIntegerArray strays;

    HeapStatuses(int pages) {
        LockTranche tranche = LockTranche.named("bank");
        banks = new LwLock[pages];
        for (int i = 0; i < pages; i++) {
            banks[i] = tranche.newLock(i);
        }
        sets = new AtomicIntegerArray(pages * IDS_PER_PAGE);
        strays = new AtomicIntegerArray(pages * IDS_PER_PAGE);
    }

    /** An id, its number from 0 on its page. */
    static long xid(int page, int number) {
        return (long) page * Variants.PAGE + number;
    }

    private static int index(long xid) {
        return (int) (xid / Variants.PAGE) * IDS_PER_PAGE + (int) (xid % Variants.PAGE);
    }

    /** Called before a tree is set, with the lock held. */
    @SuppressWarnings("unused")
    void before(long xid, long[] children) throws Throwable {}

    int timesSet(long xid) {
        return sets.get(index(xid));
    }

    /** How often the id was set without the lock of its bank. */
    int timesStray(long xid) {
        return strays.get(index(xid));
    }

    LwLock lock(int bank) {
        return banks[bank];
    }

    long exclusiveAcquires() {
        long sum = 0;
        for (LwLock bank : banks) {
            sum += bank.statistics().exclusiveAcquires() + bank.statistics().trySuccesses();
        }
        return sum;
    }

    @Override
    public StatusCursor cursor() {
        return new HeapCursor();
    }

    @Override
    public int bankOf(long xid) {
        return (int) (xid / Variants.PAGE);
    }

    @Override
    public String location() {
        return "heap";
    }

    /** Notes a set, and whether the lock is held. */
    private void set(long xid) {
        sets.incrementAndGet(index(xid));
        if (!banks[bankOf(xid)].isHeldByCurrentThread(LockMode.EXCLUSIVE)) {
            strays.incrementAndGet(index(xid));
        }
    }

    /** Notes a set by one who holds the lock of a bank. */
    final void setUnder(int bank, long xid) {
        sets.incrementAndGet(index(xid));
        if (bank != bankOf(xid)) {
            strays.incrementAndGet(index(xid));
        }
    }

    private final class HeapCursor implements StatusCursor {
        private LwLock held;

        @Override
        public void enter(int bank) {
            if (held != banks[bank]) {
                close();
                banks[bank].acquire(LockMode.EXCLUSIVE);
                held = banks[bank];
            }
        }

        @Override
        public boolean enterUnlessSlow(int bank) {
            if (!banks[bank].acquireUnlessSlow(LockMode.EXCLUSIVE)) {
                return false;
            }
            held = banks[bank];
            return true;
        }

        @Override
        public void set(long xid, long[] children, TransactionStatus status, long lsn) {
            enter(bankOf(xid));
            try {
                before(xid, children);
            } catch (Throwable e) {
                HeapStatuses.<RuntimeException>rethrow(e);
            }
            HeapStatuses.this.set(xid);
            for (long child : children) {
                enter(bankOf(child));
                HeapStatuses.this.set(child);
            }
        }

        @Override
        public void close() {
            if (held != null) {
                LwLock present = held;
                held = null;
                present.release();
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(Throwable failure) throws E {
        throw (E) failure;
    }
}
