package dev.clog.groupcommit.journal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A daemon thread of the journal that does something when it is woken, and sleeps otherwise. */
final class JournalThread {
    /** What it does. */
    @FunctionalInterface
    interface Work {
        /**
         * Does what there is to do.
         *
         * @return how long to sleep, in nanoseconds; {@link #UNTIL_WOKEN} for until woken, 0 to go on at once
         */
        long run();
    }

    private static final Logger LOGGER = System.getLogger(JournalThread.class.getName());

    static final long UNTIL_WOKEN = Long.MAX_VALUE;

    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

    private final Work work;
    private final Thread thread;
    private volatile boolean stopped;

    private JournalThread(String name, Work work) {
        this.work = work;
        thread = new Thread(this::loop, name);
        thread.setDaemon(true);
    }

    static JournalThread start(String name, Work work) {
        JournalThread started = new JournalThread(name, work);
        started.thread.start();
        return started;
    }

    /** Wakes it: it looks again for what there is to do. */
    void wake() {
        LockSupport.unpark(thread);
    }

    private void loop() {
        while (!stopped) {
            long sleepNs = work();
            if (stopped) {
                return;
            }
            if (sleepNs == UNTIL_WOKEN) {
                LockSupport.park(this);
            } else if (sleepNs > 0) {
                LockSupport.parkNanos(this, sleepNs);
            }
            // An interrupt of somebody else's means nothing here, and would keep the thread from sleeping.
            Thread.interrupted();
        }
    }

    private long work() {
        try {
            return work.run();
        } catch (Throwable e) { // the next time may be better, and a thread that is gone helps nobody
            LOGGER.log(Level.ERROR, "failed, and is tried again: thread=" + thread.getName(), e);
            return RETRY_NS;
        }
    }

    /** Returns when it has ended what it was doing; an interrupt stays in the caller's flag. */
    void stop() {
        stopped = true;
        wake();
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
}
