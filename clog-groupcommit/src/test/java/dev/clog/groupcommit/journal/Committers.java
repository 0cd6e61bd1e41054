package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Threads of a test, each with an outcome; the test waits for them with a limit, so that it fails and never hangs. */
final class Committers implements AutoCloseable {
    private static final long LIMIT_S = 60;

    private final List<Committer> all = new ArrayList<>();

    /** Starts a thread. */
    Committer start(Callable<?> work) {
        Committer committer = new Committer(work);
        all.add(committer);
        committer.thread.start();
        return committer;
    }

    /** Threads that append and flush, the first of them in a force, the others asleep. */
    List<Committer> crowd(int size, GroupFlush flush, CountedDevice device) throws InterruptedException {
        Callable<Void> commit = () -> {
            long lsn = device.append();
            flush.flush(lsn);
            assertTrue(lsn <= device.durable.get(), "acknowledged before it was durable: lsn=" + lsn);
            return null;
        };
        List<Committer> crowd = new ArrayList<>();
        crowd.add(start(commit));
        int before = device.begun.get();
        await("a force begins", () -> device.begun.get() > before || before > 0);
        for (int i = 1; i < size; i++) {
            crowd.add(start(commit));
        }
        for (Committer committer : crowd) {
            await("all sleep", committer::isAsleep);
        }
        return crowd;
    }

    /** Waits until something is so. */
    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, () -> "it never came that " + what);
            Thread.sleep(1);
        }
    }

    /** Waits for all threads; fails with what one of them failed with. */
    void join() throws InterruptedException {
        for (Committer committer : all) {
            committer.join();
        }
        for (Committer committer : all) {
            if (committer.failure != null) {
                throw new AssertionError("a thread failed: " + committer.thread.getName(), committer.failure);
            }
        }
    }

    @Override
    public void close() {
        for (Committer committer : all) {
            assertFalse(committer.thread.isAlive(), () -> "left behind: " + committer.thread.getName());
        }
    }

    /** A thread and what became of it. */
    static final class Committer {
        final Thread thread;
        volatile Throwable failure;
        volatile boolean interrupted;

        Committer(Callable<?> work) {
            thread = new Thread(
                    () -> {
                        try {
                            work.call();
                        } catch (Throwable e) {
                            failure = e;
                        }
                        interrupted = Thread.currentThread().isInterrupted();
                    },
                    "committer");
            thread.setDaemon(true);
        }

        boolean isAsleep() {
            Thread.State state = thread.getState();
            return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        }

        void join() throws InterruptedException {
            thread.join(TimeUnit.SECONDS.toMillis(LIMIT_S));
            assertFalse(thread.isAlive(), () -> "hangs: " + List.of(thread.getStackTrace()));
        }
    }
}
