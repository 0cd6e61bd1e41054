package dev.clog.bench.commit;

import dev.clog.lock.LockMode;
import dev.clog.offheap.PagedStatusLog;
import dev.clog.offheap.StatusCursor;
import java.util.concurrent.TimeUnit;

/**
 * A thread that takes the lock of the statuses, exclusive, sleeps with it, gives it up, sleeps again, and so on. It stands in
 * line like everyone else, so that committers who run get many statuses set between two of its turns.
 */
final class BackgroundHolder {
    private static final long AWAY_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final PagedStatusLog log;
    private final Thread thread = new Thread(this::run, "background holder");
    private volatile long stalls;
    private volatile boolean stopped;

    private BackgroundHolder(PagedStatusLog log) {
        this.log = log;
    }

    static BackgroundHolder start(PagedStatusLog log) {
        BackgroundHolder holder = new BackgroundHolder(log);
        holder.thread.setDaemon(true);
        holder.thread.start();
        return holder;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private void run() {
        StatusCursor cursor = log.cursor(LockMode.EXCLUSIVE);
        while (!stopped) {
            cursor.enter(0);
            stalls++;
            Stall.sleep(Stall.HOLD_NS);
            cursor.close();
            Stall.sleep(AWAY_NS);
        }
    }

    /** How often it has taken the lock. */
    long stalls() {
        return stalls;
    }

    void stop() throws InterruptedException {
        stopped = true;
        thread.join();
    }
}
