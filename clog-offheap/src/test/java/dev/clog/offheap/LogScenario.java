package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.clog.api.LogConfig;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.spi.PageStore;
import dev.clog.testkit.LogDifferences;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.ModelLog;
import dev.clog.testkit.Tree;
import dev.clog.testkit.TreeGenerator;
import java.util.List;

/**
 * A life of a log, told to a model as it goes: created, trees in rounds, a checkpoint after each, closed. It may be cut at
 * any operation of the store; {@link #check} then holds what a crash left against the model.
 */
final class LogScenario {
    private static final int ROUNDS = 4;
    private static final int TREES = 12;

    private final LogConfig config;
    private final ModelLog model;
    private final TreeGenerator generator;

    /** Every id below it may have been used; what an engine would know from its own log. */
    private long nextXid;

    private boolean created;

    LogScenario(LogConfig config, long seed) {
        this.config = config;
        model = new ModelLog(config);
        generator = new TreeGenerator(seed, config.idSpace(), config.nextXid());
        nextXid = config.nextXid();
    }

    /** Runs to the end, or to the first error. */
    void run(PageStore store) {
        try (TransactionStatusLog log = PagedStatusLog.create(store, config)) {
            created = true;
            for (int round = 0; round < ROUNDS; round++) {
                work(log);
                log.checkpoint();
                model.checkpoint();
            }
            work(log);
        }
        model.checkpoint();
    }

    /** The model knows of a tree before the log does: from then on a crash may show it. */
    private void work(TransactionStatusLog log) {
        for (Tree tree : generator.next(TREES)) {
            tree.extend(log);
            tree.extend(model);
            nextXid = Math.max(nextXid, config.idSpace().next(tree.lastXid()));
            tree.set(model);
            tree.set(log);
        }
    }

    /** True once the creation of the log has been acknowledged. */
    boolean isCreated() {
        return created;
    }

    /** Opens what a crash left; nothing that was durable may be missing, and nothing there that did not end. */
    void check(MemoryPageStore crashed, String where) {
        if (created) {
            try (TransactionStatusLog log =
                    PagedStatusLog.open(crashed, config.withRange(config.oldestXid(), nextXid))) {
                assertEquals(List.of(), LogDifferences.afterCrash(model, log), where);
            }
        }
    }
}
