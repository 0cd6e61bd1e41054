package dev.clog.groupcommit.status;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * A thread that leads all groups of a ring. It sleeps while nothing is published. Should it end by an error, committers
 * lead themselves.
 */
final class LeaderThread {
    private static final Logger LOGGER = System.getLogger(LeaderThread.class.getName());

    private final RingWriter writer;
    private final CommitRing ring;
    private final Thread thread;

    LeaderThread(RingWriter writer, CommitRing ring) {
        this.writer = writer;
        this.ring = ring;
        thread = new Thread(this::run, "clog group leader");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (ring.awaitPublished()) {
                writer.serveGroup();
            }
        } catch (RuntimeException | Error e) {
            LOGGER.log(Level.ERROR, "the thread that leads groups has ended; committers lead", e);
        } finally {
            writer.endService();
        }
    }

    /** Ends the thread, and waits until it has; an interrupt does not end the wait. */
    void end() {
        ring.wakeForGood();
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread()) {
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
