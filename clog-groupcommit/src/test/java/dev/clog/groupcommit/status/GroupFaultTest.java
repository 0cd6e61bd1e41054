package dev.clog.groupcommit.status;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogClosedException;
import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageIoException;
import dev.clog.offheap.PagedStatusLog;
import dev.clog.testkit.InterceptingPageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.StoreOperation;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Groups on real pages, whose reading fails, and logs that are closed under them. */
@DisplayName("GRP-5, situation 49: what is acknowledged is in the files, what could not be read fails its own commit")
class GroupFaultTest {
    private static final int PAGES = 40;
    private static final int THREADS = 6;
    private static final int EACH = 60;
    private static final long[] NONE = {};
    private static final LogConfig LOG = LogConfig.full64().withPages(PageCacheConfig.ofBanks(4));

    static List<StatusWriterConfig> groups() {
        return Variants.groups();
    }

    /** The second segment can't be read while this is broken. */
    private static final class HalfReadable extends InterceptingPageStore {
        final AtomicBoolean broken = new AtomicBoolean();
        final AtomicInteger failures = new AtomicInteger();

        HalfReadable(MemoryPageStore delegate) {
            super(delegate);
        }

        @Override
        protected void before(StoreOperation operation) throws IOException {
            if (broken.get()
                    && operation.kind() == Kind.READ
                    && operation.name().equals("0001")) {
                failures.incrementAndGet();
                throw new IOException("as if");
            }
        }
    }

    private static long xid(int thread, int i) {
        return (long) ((thread + i) % PAGES) * Variants.PAGE + 10 + thread * 1000L + i;
    }

    @ParameterizedTest
    @MethodSource("groups")
    void shouldFailTheCommitsOfAPageThatCannotBeRead(StatusWriterConfig config) {
        MemoryPageStore memory = new MemoryPageStore();
        HalfReadable store = new HalfReadable(memory);
        Map<Long, Object> outcomes = new ConcurrentHashMap<>();
        try (PagedStatusLog log = PagedStatusLog.create(store, LOG)) {
            for (int page = 1; page < PAGES; page++) {
                log.extendTo((long) page * Variants.PAGE);
            }
            log.checkpoint();
            store.broken.set(true);
            try (StatusWriter writer = StatusWriters.create(config, log)) {
                commitAll(writer, outcomes);
            }
            store.broken.set(false);
        }
        assertTrue(store.failures.get() > 0, "no fault came");
        int failed = 0;
        try (PagedStatusLog log = PagedStatusLog.open(memory, LOG.withRange(3, (long) PAGES * Variants.PAGE))) {
            for (Map.Entry<Long, Object> outcome : outcomes.entrySet()) {
                if (outcome.getValue() instanceof PageIoException) {
                    failed++;
                    assertTrue(outcome.getKey() / Variants.PAGE >= 32, "a readable page: xid=" + outcome.getKey());
                    assertEquals(IN_PROGRESS, log.status(outcome.getKey()));
                } else {
                    assertEquals("acknowledged", outcome.getValue());
                    assertEquals(COMMITTED, log.status(outcome.getKey()));
                }
            }
        }
        assertEquals(THREADS * EACH, outcomes.size());
        assertTrue(failed > 0, "no commit failed");
    }

    private static void commitAll(StatusWriter writer, Map<Long, Object> outcomes) {
        try (Crew crew = new Crew()) {
            for (int t = 0; t < THREADS; t++) {
                int thread = t;
                crew.start(() -> {
                    for (int i = 0; i < EACH; i++) {
                        outcomes.put(xid(thread, i), commit(writer, xid(thread, i)));
                    }
                });
            }
        }
    }

    private static Object commit(StatusWriter writer, long xid) {
        try {
            writer.setTree(xid, NONE, COMMITTED, 0);
            return "acknowledged";
        } catch (PageIoException | LogClosedException e) {
            return e;
        }
    }

    @ParameterizedTest
    @MethodSource("groups")
    @DisplayName(
            "situation 49: a log that is closed under its writer answers each commit, and keeps what it acknowledged")
    void shouldAnswerAllWhereTheLogIsClosed(StatusWriterConfig config) {
        MemoryPageStore memory = new MemoryPageStore();
        Map<Long, Object> outcomes = new ConcurrentHashMap<>();
        PagedStatusLog log = PagedStatusLog.create(memory, LogConfig.full64());
        try (StatusWriter writer = StatusWriters.create(config, log)) {
            try (Crew crew = new Crew()) {
                for (int t = 0; t < THREADS; t++) {
                    int thread = t;
                    crew.start(() -> {
                        Object outcome = null;
                        for (int i = 0; !(outcome instanceof LogClosedException); i++) {
                            long xid = 10 + thread * 5000L + i % 5000;
                            outcome = commit(writer, xid);
                            if (i < 5000) {
                                outcomes.put(xid, outcome);
                            }
                        }
                    });
                }
                Crew.await("some have committed", () -> outcomes.size() > 2 * THREADS);
                log.close();
            }
        }
        try (PagedStatusLog again =
                PagedStatusLog.open(memory, LogConfig.full64().withRange(3, Variants.PAGE))) {
            outcomes.forEach((xid, outcome) -> {
                if (outcome.equals("acknowledged")) {
                    assertEquals(COMMITTED, again.status(xid));
                }
            });
        }
    }
}
