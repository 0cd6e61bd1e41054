package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogClosedException;
import dev.clog.api.LogConfig;
import dev.clog.api.LogInUseException;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.spi.PageStore;
import dev.clog.offheap.store.FilePageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.SlowPageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** STA-1, STA-10, LIF-1, LIF-8, PAG-3, FLT-4 with many threads, in every page space. */
@ParameterizedClass
@MethodSource("spaces")
class ConcurrentUseTest {
    private static final long PAGE = 32_768;
    private static final long SEGMENT = 1 << 20;
    private static final long[] NONE = {};

    @Parameter
    private PageSpaceConfig pages;

    @TempDir
    private Path temp;

    private final AtomicReference<Throwable> wrong = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    private TransactionStatusLog create(PageStore store) {
        return PagedStatusLog.create(store, LogConfig.wrapping32().withPages(pages));
    }

    private void start(Runnable task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Throwable e) {
                wrong.compareAndSet(null, e);
            }
        });
        threads.add(thread);
        thread.start();
    }

    private void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(60));
            assertFalse(thread.isAlive(), "a thread hangs");
        }
        if (wrong.get() != null) {
            throw new AssertionError(wrong.get());
        }
    }

    @Test
    @DisplayName("Situation 40: while a slot is read or written, slowly, nobody gets another page's content")
    void shouldNeverShowThePageOfAnother() throws InterruptedException {
        SlowPageStore slow = new SlowPageStore(
                new MemoryPageStore(),
                operation -> operation.kind() == Kind.READ || operation.kind() == Kind.WRITE,
                200,
                TimeUnit.MICROSECONDS);
        int pageCount = 24;
        try (TransactionStatusLog log = create(slow)) {
            log.extendTo(pageCount * PAGE);
            // Every page has its own pattern: page p has its ids committed where the id modulo 24 is p, else aborted.
            for (int thread = 0; thread < 3; thread++) {
                long seed = 5L + thread;
                start(() -> {
                    SplittableRandom random = new SplittableRandom(seed);
                    for (int i = 0; i < 1500 && wrong.get() == null; i++) {
                        long xid = 3 + random.nextLong(pageCount * PAGE - 3);
                        TransactionStatus mine = xid % pageCount == xid / PAGE ? COMMITTED : ABORTED;
                        log.setTree(xid, NONE, mine);
                        assertEquals(mine, log.status(xid));
                        long other = 3 + random.nextLong(pageCount * PAGE - 3);
                        TransactionStatus expected = other % pageCount == other / PAGE ? COMMITTED : ABORTED;
                        TransactionStatus seen = log.status(other);
                        assertTrue(seen == IN_PROGRESS || seen == expected, () -> other + " is " + seen);
                    }
                });
            }
            join();
        }
    }

    @Test
    @DisplayName("STA-1: no reader sees a child committed and its parent not, through eviction and checkpoints")
    void shouldNeverShowAChildBeforeItsParent() throws InterruptedException {
        int trees = 400;
        AtomicBoolean done = new AtomicBoolean();
        try (TransactionStatusLog log = create(new MemoryPageStore())) {
            log.extendTo(40 * PAGE);
            start(() -> {
                for (long tree = 0; tree < trees; tree++) {
                    log.setTree(3 + tree, childrenOf(3 + tree), COMMITTED);
                    if (tree % 64 == 0) {
                        log.checkpoint();
                    }
                }
                done.set(true);
            });
            for (int reader = 0; reader < 2; reader++) {
                long seed = reader;
                start(() -> {
                    SplittableRandom random = new SplittableRandom(seed);
                    while (!done.get() && wrong.get() == null) {
                        long parent = 3 + random.nextLong(trees);
                        long[] children = childrenOf(parent);
                        long child = children[random.nextInt(children.length)];
                        if (log.status(child) == COMMITTED) {
                            assertEquals(COMMITTED, log.status(parent), () -> "child " + child + " of " + parent);
                        }
                    }
                });
            }
            join();
            for (long tree = 0; tree < trees; tree++) {
                for (long child : childrenOf(3 + tree)) {
                    assertEquals(COMMITTED, log.status(child));
                }
            }
        }
    }

    private static long[] childrenOf(long parent) {
        return new long[] {1000 + parent, 5 * PAGE + parent, 9 * PAGE + parent, 21 * PAGE + parent, 39 * PAGE + parent};
    }

    @Test
    @DisplayName("Situation 32: two threads make the same segment")
    void shouldMakeASegmentOnceForTwoThreads() throws Exception {
        try (TransactionStatusLog log = create(FilePageStore.create(temp.resolve("log")))) {
            for (int round = 1; round <= 20; round++) {
                long first = round * SEGMENT;
                threads.clear();
                CountDownLatch together = new CountDownLatch(2);
                for (int thread = 0; thread < 2; thread++) {
                    long xid = first + thread * 3L * PAGE;
                    start(() -> {
                        together.countDown();
                        log.extendTo(xid);
                        log.setTree(xid, NONE, COMMITTED);
                    });
                }
                join();
                assertEquals(COMMITTED, log.status(first));
                assertEquals(COMMITTED, log.status(first + 3 * PAGE));
            }
        }
    }

    @Test
    @DisplayName("Situation 46: interrupts close nothing and stay in the flag")
    void shouldSurviveInterruptedThreads() throws Exception {
        Path folder = temp.resolve("log");
        try (TransactionStatusLog log = create(FilePageStore.create(folder))) {
            log.extendTo(30 * PAGE);
            ExecutorService pool = Executors.newFixedThreadPool(4);
            CountDownLatch running = new CountDownLatch(4);
            for (int i = 0; i < 4; i++) {
                long seed = i;
                pool.execute(() -> {
                    running.countDown();
                    SplittableRandom random = new SplittableRandom(seed);
                    try {
                        while (!Thread.currentThread().isInterrupted()) {
                            use(log, 3 + random.nextLong(29 * PAGE));
                        }
                        for (int after = 0; after < 50; after++) {
                            use(log, 3 + random.nextLong(29 * PAGE));
                            assertTrue(Thread.currentThread().isInterrupted(), "the flag is kept");
                        }
                    } catch (Throwable e) {
                        wrong.compareAndSet(null, e);
                    }
                });
            }
            running.await();
            Thread.sleep(50);
            pool.shutdownNow();
            assertTrue(pool.awaitTermination(60, TimeUnit.SECONDS));
            assertNull(wrong.get());
            Thread.currentThread().interrupt();
            log.setTree(29 * PAGE + 7, NONE, COMMITTED);
            log.checkpoint();
            assertEquals(COMMITTED, log.status(29 * PAGE + 7));
            log.extendTo(2 * SEGMENT);
            log.truncate(SEGMENT);
            assertTrue(Thread.interrupted());
            assertThrows(
                    LogInUseException.class,
                    () -> PagedStatusLog.open(
                            FilePageStore.openForWriting(folder),
                            LogConfig.wrapping32().withRange(SEGMENT, SEGMENT + 9)),
                    "the folder is still held");
        }
    }

    private static void use(TransactionStatusLog log, long xid) {
        log.setTree(xid, NONE, COMMITTED);
        assertEquals(COMMITTED, log.status(xid));
        if (xid % 50 == 0) {
            log.checkpoint();
        }
    }

    @Test
    @DisplayName("Situation 48: closing under readers gives them a closed log")
    void shouldTellReadersThatTheLogWasClosedUnderThem() throws Exception {
        for (int round = 0; round < 5; round++) {
            TransactionStatusLog log = create(FilePageStore.create(temp.resolve("log" + round)));
            log.extendTo(20 * PAGE);
            threads.clear();
            CountDownLatch running = new CountDownLatch(8);
            for (int reader = 0; reader < 8; reader++) {
                long seed = reader;
                start(() -> {
                    SplittableRandom random = new SplittableRandom(seed);
                    running.countDown();
                    LogClosedException closed = assertThrows(LogClosedException.class, () -> {
                        while (true) {
                            log.status(3 + random.nextLong(20 * PAGE - 3));
                        }
                    });
                    assertTrue(closed.getMessage().contains("closed"));
                });
            }
            running.await();
            Thread.sleep(5);
            log.close();
            join();
        }
    }

    @Test
    @DisplayName("STA-10: a checkpoint waits for the commits that were under way, not for later ones")
    void shouldWaitForCommitsUnderWay() throws InterruptedException {
        try (TransactionStatusLog log = create(new MemoryPageStore())) {
            int ticket = log.enterCommit();
            CountDownLatch done = new CountDownLatch(1);
            start(() -> {
                log.checkpoint();
                done.countDown();
            });
            Thread checkpointer = threads.get(threads.size() - 1);
            while (checkpointer.isAlive() && !(LockSupport.getBlocker(checkpointer) instanceof CommitSections)) {
                Thread.sleep(1); // until it waits, so that the next commit is a later one
            }
            assertEquals(1, done.getCount(), "it waits");
            int later = log.enterCommit();
            log.setTree(5, NONE, COMMITTED);
            log.exitCommit(ticket);
            boolean ended = done.await(30, TimeUnit.SECONDS);
            log.exitCommit(later);
            join();
            assertTrue(ended, "the later one does not hold it up");
        }
    }
}
