package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.PageIoException;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.spi.WriteAheadLog;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * STA-4, STA-5: at no instant do bytes in the store hold a status whose log position is above the flushed one. Checked on
 * every write, under concurrent setters of trees across words and pages, evictions and checkpoints.
 */
@ParameterizedClass
@MethodSource("spaces")
class WriteAheadTest {
    private static final int PAGE = 32_768;
    private static final int PAGES = 20;
    private static final int SETTERS = 3;
    /** Across a word, and across a page; both keep an id with its setter. */
    private static final int[] DISTANCES = {33, 33_000};

    private static final long[] NONE = {};

    @Parameter
    private PageSpaceConfig pages;

    private final EngineLog engine = new EngineLog();
    private final AtomicLongArray lsnOf = new AtomicLongArray(PAGES * PAGE);
    private final WriteAheadCheck store = new WriteAheadCheck(engine, lsnOf);

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    private TransactionStatusLog create(WriteAheadLog writeAheadLog) {
        return PagedStatusLog.create(
                store, LogConfig.wrapping32().withPages(pages).withWriteAheadLog(writeAheadLog));
    }

    @Test
    @DisplayName("STA-5: no status reaches the store before its log record is durable")
    void shouldFlushTheLogBeforeAStatusIsWritten() throws InterruptedException {
        long seed = System.nanoTime();
        setWhileWriting(engine, seed, 6000);
        assertNull(store.violation(), () -> store.violation() + " seed=" + seed);
        assertTrue(store.statusesSeen() > 1000, "statuses were written: " + store.statusesSeen());
        assertTrue(engine.flushes() > 0);
    }

    @Test
    @DisplayName("STA-5, the test of the test: a log that writes without a flush is found out")
    void shouldFindOutALogThatDoesNotFlush() throws InterruptedException {
        setWhileWriting(engine.boasting(), 1, 200);
        assertNotNull(store.violation());
    }

    private void setWhileWriting(WriteAheadLog writeAheadLog, long seed, int times) throws InterruptedException {
        try (TransactionStatusLog log = create(writeAheadLog)) {
            log.extendTo(PAGES * PAGE - 1);
            Thread[] setters = new Thread[SETTERS];
            for (int i = 0; i < setters.length; i++) {
                int stripe = i;
                setters[i] = new Thread(() -> set(log, stripe, new SplittableRandom(seed + stripe), times));
                setters[i].start();
            }
            for (Thread setter : setters) {
                while (setter.isAlive()) {
                    log.checkpoint();
                }
            }
        }
    }

    private void set(TransactionStatusLog log, int stripe, SplittableRandom random, int times) {
        for (int i = 0; i < times; i++) {
            int xid = 3 + stripe + SETTERS * random.nextInt((PAGES * PAGE - 9 - DISTANCES[1]) / SETTERS);
            int child = xid + DISTANCES[random.nextInt(DISTANCES.length)];
            if (lsnOf.get(xid) == 0 && lsnOf.get(child) == 0) {
                long lsn = engine.insert();
                lsnOf.set(xid, lsn);
                boolean alone = random.nextBoolean();
                if (!alone) {
                    lsnOf.set(child, lsn);
                }
                log.setTree(xid, alone ? NONE : new long[] {child}, TransactionStatus.COMMITTED, lsn);
            }
        }
    }

    @Test
    @DisplayName("LIF-7: where the log can't be flushed the page stays dirty and is not written")
    void shouldNotWriteAPageWhoseLogCantBeFlushed() {
        try (TransactionStatusLog log = create(engine)) {
            log.setTree(5, NONE, TransactionStatus.COMMITTED, 77);
            engine.breakDown(true);
            PageIoException failed = assertThrows(PageIoException.class, log::checkpoint);
            assertTrue(failed.getMessage().contains("the log's disk is gone"), failed.getMessage());
            assertEquals(0, store.statusesSeen());
            assertEquals(TransactionStatus.COMMITTED, log.status(5));
            engine.breakDown(false);
            log.checkpoint();
            assertEquals(1, store.statusesSeen());
            assertEquals(77, engine.flushedLsn());
        }
    }

    @Test
    @DisplayName("STA-5: an engine's log that returns from a flush and is not flushed is not believed")
    void shouldNotWriteWhereAFlushFlushedNothing() {
        boolean[] idle = {true};
        WriteAheadLog lazy = new WriteAheadLog() {
            @Override
            public void flush(long lsn) throws java.io.IOException {
                if (!idle[0]) {
                    engine.flush(lsn);
                }
            }

            @Override
            public long flushedLsn() {
                return engine.flushedLsn();
            }
        };
        try (TransactionStatusLog log = create(lazy)) {
            log.setTree(5, NONE, TransactionStatus.COMMITTED, 77);
            assertThrows(IllegalStateException.class, log::checkpoint);
            assertEquals(0, store.statusesSeen());
            idle[0] = false;
            log.checkpoint();
            assertEquals(1, store.statusesSeen());
        }
    }
}
