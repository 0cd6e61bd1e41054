package dev.clog.tests.log;

import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * STA-1 under load: threads commit and abort trees whose members are spread over many pages, others read a child and then
 * its parent, and checkpoints run. A child seen committed before its parent is counted.
 *
 * <p>Tree {@code t} has the ids {@code first + t}, {@code first + t + STRIDE}, {@code first + t + 2 * STRIDE} and so on.
 */
final class TreeVisibility {
    static final int MOST_TREES = 48_000;
    static final int CHILDREN = 40;
    static final int XIDS = MOST_TREES * (CHILDREN + 1);
    private static final int STRIDE = MOST_TREES;
    private static final int SETTERS = 3;
    private static final int TREES_PER_PAUSE = 16;
    private static final int NEAR = SETTERS + 1;

    private final TransactionStatusLog log;
    private final long first;
    private final int trees;
    private final long seed;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger setting = new AtomicInteger(SETTERS);
    private final AtomicLong violations = new AtomicLong();
    private final AtomicLong committedSeen = new AtomicLong();

    /**
     * A run on a log.
     *
     * @param log the log, extended over all the ids
     * @param first the first of {@link #XIDS} ids, none of which is reserved
     * @param trees how many trees, at most {@link #MOST_TREES}
     * @param seed decides which child a reader looks at
     */
    TreeVisibility(TransactionStatusLog log, long first, int trees, long seed) {
        this.log = log;
        this.first = first;
        this.trees = trees;
        this.seed = seed;
    }

    /** The status that a tree ends with. */
    static TransactionStatus finalStatus(int tree) {
        return tree % 5 == 0 ? TransactionStatus.ABORTED : TransactionStatus.COMMITTED;
    }

    long xid(int tree, int member) {
        return first + tree + (long) member * STRIDE;
    }

    /** How often a child was seen committed before its parent. */
    long violations() {
        return violations.get();
    }

    /** How often a child was seen committed near the trees that were being set: how much was tested. */
    long committedSeen() {
        return committedSeen.get();
    }

    /** Sets all trees, reading meanwhile. */
    void run() throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < SETTERS; i++) {
                running.add(threads.submit(this::set));
            }
            running.add(threads.submit(() -> read(seed)));
            running.add(threads.submit(() -> read(seed + 1)));
            running.add(threads.submit(this::checkpoint));
            for (Future<?> thread : running) {
                thread.get();
            }
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    private void set() {
        try {
            for (int tree = next.getAndIncrement(); tree < trees; tree = next.getAndIncrement()) {
                long[] children = new long[CHILDREN];
                for (int i = 0; i < CHILDREN; i++) {
                    children[i] = xid(tree, i + 1);
                }
                log.setTree(xid(tree, 0), children, finalStatus(tree));
                if (tree % TREES_PER_PAUSE == 0) {
                    // Where processors are few, readers get one now.
                    LockSupport.parkNanos(1);
                }
            }
        } finally {
            setting.decrementAndGet();
        }
    }

    private void read(long readerSeed) {
        SplittableRandom random = new SplittableRandom(readerSeed);
        while (setting.get() > 0) {
            int tree = next.get() - 1 - random.nextInt(NEAR);
            if (tree < 0 || tree >= trees) {
                continue;
            }
            TransactionStatus child = log.status(xid(tree, 1 + random.nextInt(CHILDREN)));
            TransactionStatus parent = log.status(xid(tree, 0));
            if (child == TransactionStatus.COMMITTED) {
                committedSeen.incrementAndGet();
                if (parent != TransactionStatus.COMMITTED) {
                    violations.incrementAndGet();
                }
            }
        }
    }

    private void checkpoint() {
        while (setting.get() > 0) {
            log.checkpoint();
        }
    }
}
