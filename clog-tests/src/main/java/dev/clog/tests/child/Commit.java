package dev.clog.tests.child;

import dev.clog.api.LogConfig;
import dev.clog.api.TransactionStatusLog;
import dev.clog.groupcommit.PageLogs;
import dev.clog.tests.kill.CommitPlan;
import dev.clog.tests.kill.PlannedCommits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Commits without end, two threads at it, while a third one takes checkpoints. Prints, each with a semicolon at the end so
 * that a line that was cut off is known for one:
 *
 * <pre>
 *   ready;          the log is open
 *   extended U;     the ids of the transactions before U may be used from here on
 *   durable U;      the transactions before U were done before a checkpoint that has returned
 * </pre>
 */
public final class Commit {
    private static final int THREADS = 2;
    private static final long PAUSE_NS = 20_000;

    private final PlannedCommits commits;
    /** The next transaction of each thread: all before the least of them are done. */
    private final AtomicLongArray next = new AtomicLongArray(THREADS);

    private long extendedTo;

    private Commit(PlannedCommits commits, long firstUnit) {
        this.commits = commits;
        extendedTo = firstUnit;
        for (int thread = 0; thread < THREADS; thread++) {
            next.set(thread, firstUnit + thread);
        }
    }

    /** The folder, seed and first id of the plan, the first transaction, and {@code late}, or {@code early} to cheat. */
    public static void main(String[] args) throws InterruptedException {
        Path folder = Path.of(args[0]);
        CommitPlan plan = new CommitPlan(Long.parseLong(args[1]), Long.parseLong(args[2]));
        long firstUnit = Long.parseLong(args[3]);
        boolean early = args[4].equals("early");
        LogConfig config = LogConfig.wrapping32().withRange(plan.firstXid(), plan.blockStart(firstUnit));
        try (TransactionStatusLog log = Files.exists(folder)
                ? PageLogs.openStatuses(folder, config)
                : PageLogs.createStatuses(folder, config)) {
            print("ready");
            new Commit(new PlannedCommits(plan, log), firstUnit).run(early);
        }
    }

    private static void print(String line) {
        System.out.println(line + ";");
        if (System.out.checkError()) {
            throw new IllegalStateException("nobody listens");
        }
    }

    private void run(boolean early) throws InterruptedException {
        for (int i = 0; i < THREADS; i++) {
            int thread = i;
            Thread committer = new Thread(() -> commitAll(thread), "committer " + thread);
            committer.setDaemon(true);
            committer.start();
        }
        while (!Thread.interrupted()) {
            long done = leastNext();
            if (early) {
                Thread.sleep(1);
            } else {
                commits.log().checkpoint();
            }
            print("durable " + done);
        }
    }

    private long leastNext() {
        long least = Long.MAX_VALUE;
        for (int thread = 0; thread < THREADS; thread++) {
            least = Math.min(least, next.get(thread));
        }
        return least;
    }

    private void commitAll(int thread) {
        try {
            for (long unit = next.get(thread); ; unit = next.addAndGet(thread, THREADS)) {
                extendFor(unit);
                commits.run(unit);
                LockSupport.parkNanos(PAUSE_NS);
            }
        } catch (RuntimeException e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private synchronized void extendFor(long unit) {
        while (unit >= extendedTo) {
            long end = extendedTo + CommitPlan.UNITS_PER_BLOCK;
            commits.log().extendTo(commits.plan().blockStart(end) - 1);
            print("extended " + end);
            extendedTo = end;
        }
    }
}
