package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.PageIoException;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.WriteAheadLog;
import dev.clog.testkit.ForwardingPageFile;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * STA-4, STA-5: at no instant do bytes in the store hold a status whose log position is above the flushed one. Checked on
 * every write, under concurrent setters, evictions and checkpoints.
 */
@ParameterizedClass
@MethodSource("spaces")
class WriteAheadTest {
    private static final int PAGE = 32_768;
    private static final int PAGES = 20;
    private static final long[] NONE = {};

    @Parameter
    private PageSpaceConfig pages;

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    /** A log of the engine whose flush takes a moment, as a disk does. */
    private static final class EngineLog implements WriteAheadLog {
        private final AtomicLong inserted = new AtomicLong();
        private final AtomicLong flushed = new AtomicLong();
        private final AtomicLong flushes = new AtomicLong();
        private volatile boolean broken;

        @Override
        public void flush(long lsn) throws IOException {
            if (broken) {
                throw new IOException("the log's disk is gone");
            }
            LockSupport.parkNanos(1_000);
            flushes.getAndIncrement();
            flushed.accumulateAndGet(lsn, Math::max);
        }

        @Override
        public long flushedLsn() {
            return flushed.get();
        }
    }

    /** Looks at the bytes of every write before they reach the store. */
    private final class CheckingStore extends ForwardingPageStore {
        private final EngineLog engine;
        private final AtomicLongArray lsnOf;
        private final AtomicLong statusesSeen = new AtomicLong();
        private final AtomicReference<String> broken = new AtomicReference<>();

        CheckingStore(EngineLog engine, AtomicLongArray lsnOf) {
            super(new MemoryPageStore());
            this.engine = engine;
            this.lsnOf = lsnOf;
        }

        @Override
        protected PageFile wrap(PageFile file) {
            return new ForwardingPageFile(file) {
                @Override
                public int write(ByteBuffer source, long offset) throws IOException {
                    check(source.duplicate(), offset);
                    return super.write(source, offset);
                }
            };
        }

        private void check(ByteBuffer bytes, long offset) {
            long flushed = engine.flushedLsn();
            long byteAt = offset;
            for (; bytes.hasRemaining(); byteAt++) {
                int four = bytes.get() & 0xFF;
                for (int i = 0; four != 0; i++, four >>>= 2) {
                    int xid = (int) (byteAt * 4 + i);
                    if ((four & 3) == TransactionStatus.COMMITTED.code()) {
                        statusesSeen.getAndIncrement();
                        if (lsnOf.get(xid) > flushed) {
                            broken.set("xid " + xid + " is written, its position " + lsnOf.get(xid)
                                    + " is above the flushed " + flushed);
                        }
                    }
                }
            }
        }
    }

    @Test
    @DisplayName("STA-5: no status reaches the store before its log record is durable")
    void shouldFlushTheLogBeforeAStatusIsWritten() throws InterruptedException {
        long seed = System.nanoTime();
        EngineLog engine = new EngineLog();
        AtomicLongArray lsnOf = new AtomicLongArray(PAGES * PAGE);
        CheckingStore store = new CheckingStore(engine, lsnOf);
        LogConfig config = LogConfig.wrapping32().withPages(pages).withWriteAheadLog(engine);
        try (TransactionStatusLog log = PagedStatusLog.create(store, config)) {
            log.extendTo(PAGES * PAGE - 1);
            Thread[] setters = new Thread[3];
            for (int i = 0; i < setters.length; i++) {
                int stripe = i;
                setters[i] = new Thread(() -> set(log, engine, lsnOf, stripe, new SplittableRandom(seed + stripe)));
                setters[i].start();
            }
            for (Thread setter : setters) {
                while (setter.isAlive()) {
                    log.checkpoint();
                }
            }
        }
        assertNull(store.broken.get(), () -> store.broken.get() + " seed=" + seed);
        assertTrue(store.statusesSeen.get() > 1000, "statuses were written: " + store.statusesSeen);
        assertTrue(engine.flushes.get() > 0);
    }

    private static void set(
            TransactionStatusLog log, EngineLog engine, AtomicLongArray lsnOf, int stripe, SplittableRandom random) {
        for (int i = 0; i < 6000; i++) {
            int xid = 3 + stripe + 3 * random.nextInt((PAGES * PAGE - 9) / 3);
            if (lsnOf.get(xid) == 0) {
                long lsn = engine.inserted.incrementAndGet();
                lsnOf.set(xid, lsn);
                log.setTree(xid, NONE, TransactionStatus.COMMITTED, lsn);
            }
        }
    }

    @Test
    @DisplayName("LIF-7: where the log can't be flushed the page stays dirty and is not written")
    void shouldNotWriteAPageWhoseLogCantBeFlushed() {
        EngineLog engine = new EngineLog();
        CheckingStore store = new CheckingStore(engine, new AtomicLongArray(PAGE));
        LogConfig config = LogConfig.wrapping32().withPages(pages).withWriteAheadLog(engine);
        try (TransactionStatusLog log = PagedStatusLog.create(store, config)) {
            log.setTree(5, NONE, TransactionStatus.COMMITTED, 77);
            engine.broken = true;
            PageIoException failed = assertThrows(PageIoException.class, log::checkpoint);
            assertTrue(failed.getMessage().contains("the log's disk is gone"), failed.getMessage());
            assertEquals(0, store.statusesSeen.get());
            assertEquals(TransactionStatus.COMMITTED, log.status(5));
            engine.broken = false;
            log.checkpoint();
            assertEquals(1, store.statusesSeen.get());
            assertEquals(77, engine.flushedLsn());
        }
    }
}
