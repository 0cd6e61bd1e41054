package dev.clog.tests.log;

import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.FROZEN;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.HorizonLease;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.WraparoundException;
import dev.clog.api.XidTooOldException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The horizon moves up: STA-9, LIF-4. */
abstract class TruncationContract extends TransactionStatusLogContract {
    private static final int LAST = 50_000;
    private static final long LAST_OF_MANY = 8L * PageBits.SEGMENT_XIDS;

    @Test
    @DisplayName("LIF-4: files of ids below the horizon go, their ids are too old, the others stay; after a reopen too")
    void shouldForgetWhatIsBelowTheHorizon() throws IOException {
        try (TransactionStatusLog log = createTo(LAST)) {
            log.setTree(xid(5), xids(7_300, 40_002, 40_003), COMMITTED);
            assertEquals(xid(40_003), log.truncate(xid(40_003)));
            assertFalse(Files.exists(bits().file(xid(0))));
            assertHorizonAt40003(log);
        }
        try (TransactionStatusLog log = open(holding(LAST).withRange(xid(40_003), xid(LAST)))) {
            assertHorizonAt40003(log);
            assertEquals(xid(40_003), log.truncate(xid(100)));
            assertHorizonAt40003(log);
        }
    }

    private void assertHorizonAt40003(TransactionStatusLog log) {
        assertEquals(xid(40_003), log.oldestXid());
        for (long old : xids(5, 7_300, 39_999)) {
            assertThrows(XidTooOldException.class, () -> log.status(old));
            assertEquals(FROZEN, log.statusOrFrozen(old));
        }
        assertStatus(COMMITTED, log, xid(40_003));
        assertStatus(IN_PROGRESS, log, xid(40_004));
    }

    @Test
    @DisplayName("LIF-4: a file with an id that is still kept stays")
    void shouldKeepFilesThatAreStillNeeded() throws IOException {
        try (TransactionStatusLog log = createTo(LAST)) {
            log.setTree(xid(39_999), xids(40_003), COMMITTED);
            log.truncate(xid(39_999));
            assertTrue(Files.exists(bits().file(xid(0))));
            assertStatus(COMMITTED, log, xids(39_999, 40_003));
            assertThrows(XidTooOldException.class, () -> log.status(xid(39_998)));
        }
    }

    @Test
    @DisplayName("LIF-4: a horizon beyond the last page is refused, and nothing goes")
    void shouldRefuseAHorizonBeyondTheLog() throws IOException {
        try (TransactionStatusLog log = createTo(LAST)) {
            log.setTree(xid(5), xids(40_003), COMMITTED);
            List<String> names = bits().names();
            assertThrows(WraparoundException.class, () -> log.truncate(log.endXid() + PageBits.PAGE_XIDS));
            assertEquals(names, bits().names());
            assertEquals(xid(0), log.oldestXid());
            assertStatus(COMMITTED, log, xids(5, 40_003));
        }
    }

    @Test
    @DisplayName("LIF-4: a lease keeps its id and all after it until it is closed")
    void shouldHoldBackForALease() throws IOException {
        try (TransactionStatusLog log = createTo(LAST)) {
            log.setTree(xid(5), xids(7_300), COMMITTED);
            try (HorizonLease lease = log.retain(xid(5))) {
                assertEquals(lease.xid(), log.truncate(xid(40_003)));
                assertStatus(COMMITTED, log, xids(5, 7_300));
            }
            assertEquals(xid(40_003), log.truncate(xid(40_003)));
            assertFalse(Files.exists(bits().file(xid(0))));
            assertThrows(XidTooOldException.class, () -> log.retain(xid(5)));
        }
    }

    @Test
    @DisplayName("LIF-4: who reads while the horizon moves gets the status or is told that the id is too old")
    void shouldAnswerWhileTheHorizonMoves() throws Exception {
        try (TransactionStatusLog log = createTo(LAST_OF_MANY)) {
            for (long n = 0; n < LAST_OF_MANY; n += PageBits.PAGE_XIDS) {
                log.setTree(xid(n), new long[0], COMMITTED);
            }
            log.checkpoint();
            AtomicBoolean moving = new AtomicBoolean(true);
            ExecutorService readers = Executors.newFixedThreadPool(2);
            try {
                List<Future<?>> running = new ArrayList<>();
                running.add(readers.submit(() -> readAroundTheHorizon(log, moving)));
                running.add(readers.submit(() -> readAroundTheHorizon(log, moving)));
                for (long n = 0; n < LAST_OF_MANY; n += PageBits.PAGE_XIDS) {
                    log.truncate(xid(n));
                }
                moving.set(false);
                for (Future<?> reader : running) {
                    reader.get();
                }
            } finally {
                moving.set(false);
                readers.shutdown();
                assertTrue(readers.awaitTermination(1, TimeUnit.MINUTES));
            }
        }
    }

    private void readAroundTheHorizon(TransactionStatusLog log, AtomicBoolean moving) {
        long step = PageBits.PAGE_XIDS;
        while (moving.get()) {
            long n = (log.oldestXid() - xid(0)) / step * step;
            for (long around = Math.max(0, n - step); around < Math.min(n + 3 * step, LAST_OF_MANY); around += step) {
                try {
                    TransactionStatus status = log.status(xid(around));
                    assertEquals(COMMITTED, status, "xid=" + xid(around));
                } catch (XidTooOldException e) {
                    assertTrue(xid(around) < log.oldestXid(), e::getMessage);
                }
            }
        }
    }
}
