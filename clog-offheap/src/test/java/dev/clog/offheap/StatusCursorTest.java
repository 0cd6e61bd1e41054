package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageIoException;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.StatusChangeException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.XidNotAssignedException;
import dev.clog.api.spi.PageStore;
import dev.clog.lock.HeldLocks;
import dev.clog.lock.LockMode;
import dev.clog.lock.LockStatistics;
import dev.clog.testkit.InterceptingPageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.StoreOperation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Trees under the lock of their bank. */
@DisplayName("GRP-2, PAG-3: many trees under one acquisition, and no lock is left behind")
class StatusCursorTest {
    private static final int PAGE = 32_768;
    private static final long[] NONE = {};

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    private static PagedStatusLog create(PageSpaceConfig pages, PageStore store, int pageCount) {
        PagedStatusLog log = PagedStatusLog.create(store, LogConfig.full64().withPages(pages));
        for (int page = 1; page < pageCount; page++) {
            log.extendTo((long) page * PAGE);
        }
        return log;
    }

    private static long exclusive(PagedStatusLog log) {
        return log.lockStatistics().stream()
                .mapToLong(LockStatistics::exclusiveAcquires)
                .sum();
    }

    @AfterEach
    void shouldHoldNothing() {
        assertEquals(0, HeldLocks.count());
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void shouldSetManyTreesUnderOneAcquisition(PageSpaceConfig pages) {
        try (PagedStatusLog log = create(pages, new MemoryPageStore(), 1)) {
            long before = exclusive(log);
            try (StatusCursor cursor = log.cursor(LockMode.EXCLUSIVE)) {
                for (long xid = 10; xid < 2000; xid += 100) {
                    cursor.set(xid, new long[] {xid + 1, xid + 50}, TransactionStatus.COMMITTED, 0);
                }
                assertEquals(1, HeldLocks.count());
            }
            // A cleaner takes the locks too.
            if (!(pages instanceof PageCacheConfig cache && cache.cleaner())) {
                assertEquals(1, exclusive(log) - before);
            }
            for (long xid = 10; xid < 2000; xid += 100) {
                assertTrue(log.isCommitted(xid) && log.isCommitted(xid + 1) && log.isCommitted(xid + 50));
                assertFalse(log.isCommitted(xid + 2));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void shouldSetATreeOverMorePagesThanThereAreSlots(PageSpaceConfig pages) {
        try (PagedStatusLog log = create(pages, new MemoryPageStore(), 80)) {
            long[] children = new long[79 * 3];
            for (int i = 0; i < children.length; i++) {
                children[i] = 100 + (long) (i + 1) * PAGE / 3;
            }
            try (StatusCursor cursor = log.cursor(LockMode.EXCLUSIVE)) {
                cursor.set(50, children, TransactionStatus.COMMITTED, 0);
                cursor.set(51, NONE, TransactionStatus.ABORTED, 0);
            }
            assertTrue(log.isCommitted(50));
            for (long child : children) {
                assertTrue(log.isCommitted(child), Long.toString(child));
            }
            assertEquals(TransactionStatus.ABORTED, log.status(51));
        }
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void shouldRefuseWhatTheLogRefusesAndGoOn(PageSpaceConfig pages) {
        try (PagedStatusLog log = create(pages, new MemoryPageStore(), 2)) {
            try (StatusCursor cursor = log.cursor(LockMode.EXCLUSIVE)) {
                cursor.set(50, new long[] {60}, TransactionStatus.COMMITTED, 0);
                assertThrows(StatusChangeException.class, () -> cursor.set(50, NONE, TransactionStatus.ABORTED, 0));
                assertThrows(
                        XidNotAssignedException.class,
                        () -> cursor.set(1L << 40, NONE, TransactionStatus.COMMITTED, 0));
                assertThrows(
                        IllegalArgumentException.class,
                        () -> cursor.set(70, new long[] {69}, TransactionStatus.COMMITTED, 0));
                cursor.set(70, new long[] {PAGE + 7}, TransactionStatus.COMMITTED, 0);
            }
            assertEquals(TransactionStatus.COMMITTED, log.status(50));
            assertEquals(TransactionStatus.COMMITTED, log.status(PAGE + 7));
        }
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void shouldNotWaitForASlowHolder(PageSpaceConfig pages) {
        try (PagedStatusLog log = create(pages, new MemoryPageStore(), 1)) {
            int bank = log.bankOf(40);
            StatusCursor cursor = log.cursor(LockMode.EXCLUSIVE);
            assertTrue(entersSoon(cursor, bank));
            cursor.set(40, NONE, TransactionStatus.COMMITTED, 0);
            assertFalse(CompletableFuture.supplyAsync(
                            () -> log.cursor(LockMode.EXCLUSIVE).enterUnlessSlow(bank))
                    .join());
            cursor.close();
            assertTrue(entersSoon(cursor, bank));
            cursor.close();
        }
    }

    /** A cleaner may have the lock for a moment. */
    private static boolean entersSoon(StatusCursor cursor, int bank) {
        boolean entered = cursor.enterUnlessSlow(bank);
        for (int tries = 0; !entered && tries < 10_000; tries++) {
            LockSupport.parkNanos(1_000_000);
            entered = cursor.enterUnlessSlow(bank);
        }
        return entered;
    }

    @Test
    @DisplayName("LIF-6, PAG-3: a page that can't be read in fails its own tree, and the lock is free afterwards")
    void shouldGiveTheLockUpWhenAPageCannotBeRead() {
        AtomicBoolean broken = new AtomicBoolean();
        PageStore store = new InterceptingPageStore(new MemoryPageStore()) {
            @Override
            protected void before(StoreOperation operation) throws IOException {
                if (operation.kind() == StoreOperation.Kind.READ && broken.get()) {
                    throw new IOException("broken");
                }
            }
        };
        try (PagedStatusLog log = create(PageCacheConfig.ofBanks(4), store, 40)) {
            log.checkpoint();
            broken.set(true);
            StatusCursor cursor = log.cursor(LockMode.EXCLUSIVE);
            assertThrows(PageIoException.class, () -> cursor.set(40, NONE, TransactionStatus.COMMITTED, 0));
            assertEquals(0, HeldLocks.count());
            cursor.set(39L * PAGE, NONE, TransactionStatus.COMMITTED, 0);
            broken.set(false);
            cursor.set(40, NONE, TransactionStatus.COMMITTED, 0);
            cursor.close();
        }
    }
}
