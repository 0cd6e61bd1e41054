package dev.clog.groupcommit.running;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.LogClosedException;
import dev.clog.api.LogConfig;
import dev.clog.api.PageIoException;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.WraparoundException;
import dev.clog.api.spi.WriteAheadLog;
import dev.clog.groupcommit.Crew;
import dev.clog.groupcommit.PageLogs;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName(
        "LIF-1, LIF-5: ids are ascending, reserved before they are handed out, on pages of the log, and end before the wrap")
class XidAssignerTest {
    private static final long PAGE = 32_768;
    private static final long WRAP = 1L << 32;

    private final List<String> events = new ArrayList<>();
    private final WriteAheadLog journal = new WriteAheadLog() {
        @Override
        public void flush(long lsn) {}

        @Override
        public long flushedLsn() {
            return Long.MAX_VALUE;
        }

        @Override
        public void pageZeroed(long pageNumber) {
            note("page " + pageNumber);
        }
    };
    private TransactionStatusLog log;

    private void note(String event) {
        synchronized (events) {
            events.add(event);
        }
    }

    private XidAssigner assigner(IdSpace space, long oldest, long next, int range) {
        LogConfig config = space == IdSpace.FULL_64 ? LogConfig.full64() : LogConfig.wrapping32();
        log = PageLogs.createStatuses(
                new MemoryPageStore(), config.withRange(oldest, oldest).withWriteAheadLog(journal));
        log.extendTo(next);
        synchronized (events) {
            events.clear();
        }
        return new XidAssigner(next, log, end -> note("reserved " + end), range);
    }

    @AfterEach
    void close() {
        if (log != null) {
            log.close();
        }
    }

    @Test
    void shouldReserveBeforeHandingOut() {
        XidAssigner assigner = assigner(IdSpace.WRAPPING_32, 3, 3, 10);
        assertEquals(3, assigner.assign(xid -> note("entered " + xid)));
        assertEquals(List.of("reserved 13", "entered 3"), events);
        assertEquals(4, assigner.nextXid());
    }

    @Test
    void shouldReserveAheadInTheMiddleOfARange() {
        XidAssigner assigner = assigner(IdSpace.WRAPPING_32, 3, 3, 10);
        for (long xid = 3; xid < 13; xid++) {
            assertEquals(xid, assigner.assign(id -> note("entered " + id)));
        }
        assertTrue(events.indexOf("reserved 23") == events.indexOf("entered 8") + 1, events::toString);
    }

    @Test
    void shouldMakeThePageBeforeAnIdOfItIsReserved() {
        XidAssigner assigner = assigner(IdSpace.WRAPPING_32, 3, PAGE - 4, 100);
        for (long xid = PAGE - 4; xid < PAGE + 4; xid++) {
            assertEquals(xid, assigner.assign(id -> note("entered " + id)));
            assertTrue(xid < log.endXid());
        }
        assertTrue(events.indexOf("page 1") > events.indexOf("reserved " + PAGE), events::toString);
        assertTrue(events.indexOf("page 1") < events.indexOf("reserved " + (PAGE + 100)), events::toString);
        assertTrue(events.indexOf("reserved " + (PAGE + 100)) < events.indexOf("entered " + PAGE), events::toString);
    }

    @Test
    void shouldSkipReservedIdsWhereTheyWrap() {
        for (int range : new int[] {1, 2, 3, 5, 100}) {
            XidAssigner assigner = assigner(IdSpace.WRAPPING_32, WRAP - 10, WRAP - 2, range);
            assertEquals(WRAP - 2, assigner.assign());
            assertEquals(WRAP - 1, assigner.assign());
            assertEquals(WRAP + 3, assigner.assign());
            assertEquals(WRAP + 4, assigner.assign());
            log.close();
        }
        XidAssigner assigner = assigner(IdSpace.FULL_64, WRAP - 10, WRAP - 1, 5);
        assertEquals(WRAP - 1, assigner.assign());
        assertEquals(WRAP, assigner.assign());
        assertThrows(
                IllegalArgumentException.class, () -> new XidAssigner(IdSpace.FULL_64.position(2), log, end -> {}, 1));
    }

    @Test
    void shouldRefuseFromTheLimitOnUntilTheLogIsTruncated() {
        long oldest = 3;
        long refused = oldest + Integer.MAX_VALUE - 3_000_000L;
        // The horizon would be that far back; pages in between are not needed for it.
        long[] horizon = {oldest};
        XidAssigner real = assigner(IdSpace.WRAPPING_32, refused - 3, refused - 3, 10);
        assertEquals(refused - 3, real.assign());
        XidAssigner assigner =
                new XidAssigner(refused - 2, new HorizonLog(log, () -> horizon[0]), end -> note("reserved " + end), 10);
        assertEquals(refused - 2, assigner.assign());
        assertEquals(refused - 1, assigner.assign());
        for (int i = 0; i < 3; i++) {
            String message =
                    assertThrows(WraparoundException.class, assigner::assign).getMessage();
            assertTrue(message.contains("truncate") && message.contains("limit=" + refused), message);
        }
        horizon[0] = 50_000_000;
        assertEquals(refused, assigner.assign());
    }

    @Test
    void shouldWarnFromFortyMillionBeforeTheWrap() {
        long oldest = 3;
        long warned = oldest + Integer.MAX_VALUE - 40_000_000L;
        assertNull(XidAssigner.warning(IdSpace.WRAPPING_32, oldest, warned));
        assertEquals(
                "36999999 ids are left to hand out before the log must be truncated: oldestXid=3 nextXid="
                        + (warned + 1),
                XidAssigner.warning(IdSpace.WRAPPING_32, oldest, warned + 1));
        assertNull(XidAssigner.warning(IdSpace.FULL_64, oldest, 1L << 60));
    }

    @Test
    void shouldHandOutNothingThatCouldNotBeReservedOrEntered() {
        assigner(IdSpace.WRAPPING_32, 3, 3, 10);
        boolean[] full = {true};
        XidAssigner assigner = new XidAssigner(
                3,
                log,
                end -> {
                    if (full[0]) {
                        throw new IOException("No space left on device");
                    }
                },
                4);
        assertThrows(PageIoException.class, assigner::assign);
        full[0] = false;
        assertThrows(
                IllegalStateException.class,
                () -> assigner.assign(xid -> {
                    throw new IllegalStateException("no seat");
                }));
        assertEquals(3, assigner.assign());
        full[0] = true;
        for (long xid = 4; xid < 7; xid++) {
            assertEquals(
                    xid, assigner.assign(), "what is reserved is handed out, though the next range is not to be had");
        }
        assertThrows(PageIoException.class, assigner::assign);
        log.close();
        assertThrows(LogClosedException.class, assigner::assign);
    }

    @Test
    void shouldHandOutNothingOnceStopped() {
        XidAssigner assigner = assigner(IdSpace.WRAPPING_32, 3, 3, 10);
        assigner.assign();
        assertEquals(4, assigner.stop());
        assertThrows(LogClosedException.class, assigner::assign);
        assertEquals(4, assigner.stop());
        assertEquals(4, assigner.nextXid());
    }

    @ParameterizedTest
    @MethodSource("dev.clog.groupcommit.Crew#factories")
    void shouldHandEachIdOutOnceToManyThreads(ThreadFactory factory) {
        int threads = 16;
        long each = 5_000L * Crew.EFFORT;
        XidAssigner assigner = assigner(IdSpace.WRAPPING_32, WRAP - PAGE, WRAP - 20_000, 500);
        ConcurrentSkipListSet<Long> all = new ConcurrentSkipListSet<>();
        long[] lastEntered = {0};
        CountDownLatch start = new CountDownLatch(threads);
        try (Crew crew = new Crew(factory)) {
            for (int i = 0; i < threads; i++) {
                crew.start(() -> {
                    start.countDown();
                    start.await();
                    for (long k = 0; k < each; k++) {
                        long xid = assigner.assign(id -> {
                            assertTrue(id > lastEntered[0], "entered in order");
                            lastEntered[0] = id;
                        });
                        assertTrue(xid < log.endXid() && all.add(xid), () -> "twice: " + xid);
                    }
                });
            }
        }
        assertEquals(threads * each, all.size());
        assertEquals(WRAP - 20_000, all.first());
        assertEquals(WRAP - 20_000 + threads * each + 3 - 1, all.last(), "three are reserved");
        System.out.println(assigner.statistics().line());
    }
}
