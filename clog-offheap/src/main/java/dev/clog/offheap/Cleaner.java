package dev.clog.offheap;

import dev.clog.lock.LockMode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that writes the pages that a bank will evict next, so that whoever brings a page in finds its victim clean
 * (PAG-6). A miss wakes it for its bank; without misses it sleeps.
 *
 * <p>What it can't write stays dirty: the one who needs the slot meets the error, or the next checkpoint does.
 *
 * <p>Source: the patch "background-clean-slru" of 2012.
 */
final class Cleaner implements Runnable {
    private static final Logger LOGGER = System.getLogger(Cleaner.class.getName());

    /** A quarter of a bank is kept clean. */
    private static final int CLEAN_SHARE = 4;

    /** Null once the thread has ended: whoever still knows the thread, such as a table by thread, does not keep the cache. */
    private PageCache cache;

    private final AtomicLongArray wanted;
    private final Thread thread;
    private volatile boolean closed;

    private Cleaner(PageCache cache) {
        this.cache = cache;
        wanted = new AtomicLongArray((cache.banks().length + Long.SIZE - 1) / Long.SIZE);
        thread = new Thread(this, "clog page cleaner");
        thread.setDaemon(true);
    }

    static Cleaner start(PageCache cache) {
        Cleaner cleaner = new Cleaner(cache);
        cache.cleaner(cleaner);
        cleaner.thread.start();
        return cleaner;
    }

    /** Says that a slot of the bank has been given away. */
    void wake(Bank bank) {
        int word = bank.number() / Long.SIZE;
        long bit = 1L << bank.number();
        if ((wanted.get(word) & bit) == 0) {
            wanted.getAndAccumulate(word, bit, (present, set) -> present | set);
            LockSupport.unpark(thread);
        }
    }

    void close() {
        closed = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        cleanUntilClosed();
        cache = null;
    }

    private void cleanUntilClosed() {
        while (!closed) {
            boolean idle = true;
            for (int word = 0; word < wanted.length(); word++) {
                long bits = wanted.getAndSet(word, 0);
                for (; bits != 0 && !closed; bits &= bits - 1) {
                    idle = false;
                    clean(cache.banks()[word * Long.SIZE + Long.numberOfTrailingZeros(bits)]);
                }
            }
            if (idle) {
                LockSupport.park(this);
            }
        }
    }

    private void clean(Bank bank) {
        bank.acquire(LockMode.EXCLUSIVE);
        try {
            Slot[] next = cache.nextVictims(bank, Math.max(1, bank.size() / CLEAN_SHARE));
            for (Slot slot : next) {
                if (slot.state() == Slot.State.VALID && slot.isDirty()) {
                    cache.write(slot);
                }
            }
        } catch (RuntimeException e) { // one of the product, of the engine's log, or that of a file that was cut
            LOGGER.log(Level.WARNING, "a page could not be cleaned, it stays dirty: bank=" + bank.number(), e);
        } finally {
            bank.release();
        }
    }
}
