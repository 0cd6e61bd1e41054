package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.LogConfig;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.TransactionStatusLog;
import dev.clog.testkit.Crash;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.Tree;
import dev.clog.testkit.TreeGenerator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * STA-1, LIF-3: setters of the same words side by side, readers, and checkpoints whose outcome a power loss keeps, in every
 * page space.
 */
@ParameterizedClass
@MethodSource("spaces")
class ConcurrentSettersTest {
    private static final long SEED = Long.getLong("clog.seed", System.nanoTime());
    private static final int TREES = 4_000;
    private static final int SETTERS = 3;

    /** Trees for each checkpoint: the store keeps every write that was not forced. */
    private static final int AHEAD = 400;

    @Parameter
    private PageSpaceConfig pages;

    private final MemoryPageStore memory = new MemoryPageStore();
    private final TreeGenerator generator = new TreeGenerator(SEED, IdSpace.WRAPPING_32, 3);
    private final List<Tree> trees = generator.next(TREES);
    private TransactionStatusLog log;
    private final AtomicInteger next = new AtomicInteger();
    private final Semaphore allowed = new Semaphore(0);
    private final AtomicBoolean done = new AtomicBoolean();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    private LogConfig config() {
        return LogConfig.wrapping32().withPages(pages);
    }

    @BeforeEach
    void create() {
        log = PagedStatusLog.create(memory, config());
    }

    @AfterEach
    void stop() throws InterruptedException {
        done.set(true);
        allowed.release(TREES);
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(30, TimeUnit.SECONDS));
    }

    private void set(List<Tree> finished) {
        for (int i = next.getAndIncrement(); i < TREES; i = next.getAndIncrement()) {
            allowed.acquireUninterruptibly();
            Tree tree = trees.get(i);
            tree.extend(log);
            tree.set(log);
            finished.add(tree);
        }
    }

    /** Looks at a child first and at its parent then, of trees that are being set now. */
    private long read() {
        long looks = 0;
        while (!done.get()) {
            Tree tree = trees.get(Math.min(TREES - 1, next.get()));
            for (long child : tree.children()) {
                if (child < log.endXid() && log.status(child) == COMMITTED) {
                    assertEquals(COMMITTED, log.status(tree.xid()), () -> "seed=" + SEED + " " + tree);
                    looks++;
                }
            }
        }
        return looks;
    }

    @Test
    void shouldLoseNothingThatWasSetBeforeACheckpointBegan() throws Exception {
        List<List<Tree>> finished = new ArrayList<>();
        List<Future<?>> setters = new ArrayList<>();
        for (int i = 0; i < SETTERS; i++) {
            List<Tree> mine = Collections.synchronizedList(new ArrayList<>());
            finished.add(mine);
            setters.add(threads.submit(() -> set(mine)));
        }
        Future<Long> reader = threads.submit(this::read);
        int checkpoints = 0;
        while (next.get() < TREES || checkpoints < 3) {
            allowed.release(AHEAD);
            List<Tree> durable = new ArrayList<>();
            for (List<Tree> mine : finished) {
                durable.addAll(List.copyOf(mine));
            }
            log.checkpoint();
            check(durable, memory.crash(checkpoints % 2 == 0 ? Crash.losingAll() : Crash.keepingSome(SEED)));
            checkpoints++;
        }
        allowed.release(TREES);
        for (Future<?> setter : setters) {
            setter.get();
        }
        done.set(true);
        assertTrue(reader.get() >= 0);
        log.close();
        check(trees, memory.crash(Crash.losingAll()));
    }

    private void check(List<Tree> durable, MemoryPageStore crashed) {
        long nextXid = durable.stream().mapToLong(Tree::lastXid).max().orElse(2) + 1;
        try (TransactionStatusLog after = PagedStatusLog.open(crashed, config().withRange(3, nextXid))) {
            for (Tree tree : durable) {
                assertEquals(tree.status(), after.status(tree.xid()), () -> "seed=" + SEED + " " + tree);
                for (long child : tree.children()) {
                    assertEquals(tree.status(), after.status(child), () -> "seed=" + SEED + " " + tree);
                }
            }
        }
    }
}
