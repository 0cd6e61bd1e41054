package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.ResidentWindowConfig;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.WraparoundException;
import dev.clog.api.XidTooOldException;
import dev.clog.offheap.store.FilePageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** LIF-4, LIF-5: logs that hold nearly half of all 32-bit ids, where the newest of them comes close to the oldest. */
class WrapPointTest {
    private static final int PAGE = 32_768;
    private static final long SEGMENT = 1 << 20;
    private static final long HALF = 1L << 31;
    /** In the second epoch, so that names of files come round. */
    private static final long NEWEST_SEGMENT = 4096 + 7;

    private static final long[] NONE = {};

    @TempDir
    private Path folder;

    private static Stream<PageSpaceConfig> spaces() {
        return Stream.of(new ResidentWindowConfig(), PageCacheConfig.ofBanks(16));
    }

    /** Place of the newest id in its page by place of the page in its segment, in both page spaces. */
    static Stream<Arguments> rows() {
        return spaces().flatMap(pages -> Stream.of(0, PAGE / 2, PAGE - 1)
                .flatMap(entry -> Stream.of(0, 15, 31).map(page -> Arguments.of(pages, entry, page))));
    }

    private Path fileOf(long segment) {
        return folder.resolve(String.format("%04X", segment % 4096));
    }

    /** Holes, which read as zeros and take no room. */
    private void makeFiles(long firstSegment, long lastSegment) throws IOException {
        for (long segment = firstSegment; segment <= lastSegment; segment++) {
            try (RandomAccessFile file = new RandomAccessFile(fileOf(segment).toFile(), "rw")) {
                file.setLength(262_144);
            }
        }
    }

    private void assertAllThere(long firstSegment, long lastSegment) {
        for (long segment = firstSegment; segment <= lastSegment; segment++) {
            assertTrue(Files.exists(fileOf(segment)), "file of segment " + segment);
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    @DisplayName(
            "Situation 29: truncating a log that holds all ids it can takes no segment of the newest or the oldest id")
    void shouldKeepTheSegmentsOfTheNewestAndTheOldestId(PageSpaceConfig pages, int entry, int pageInSegment)
            throws IOException {
        long newest = NEWEST_SEGMENT * SEGMENT + (long) pageInSegment * PAGE + entry;
        long oldest = newest + 2 - HALF;
        long first = oldest / SEGMENT;
        makeFiles(first - 1, NEWEST_SEGMENT);
        LogConfig config = LogConfig.wrapping32().withPages(pages).withRange(oldest, newest + 1);
        try (TransactionStatusLog log = PagedStatusLog.open(FilePageStore.openForWriting(folder), config)) {
            log.setTree(newest, NONE, COMMITTED);
            log.setTree(oldest + 1, NONE, ABORTED);
            assertEquals(oldest + 1, log.truncate(oldest + 1));
            assertFalse(Files.exists(fileOf(first - 1)), "the one before the oldest");
            assertAllThere((oldest + 1) / SEGMENT, NEWEST_SEGMENT);
            assertEquals(COMMITTED, log.status(newest));
            assertEquals(ABORTED, log.status(oldest + 1));
            long next = (oldest / SEGMENT + 2) * SEGMENT;
            log.truncate(next);
            assertFalse(Files.exists(fileOf(next / SEGMENT - 1)));
            assertAllThere(next / SEGMENT, NEWEST_SEGMENT);
            assertEquals(COMMITTED, log.status(newest));
            assertThrows(XidTooOldException.class, () -> log.status(oldest + 1));
        }
    }

    @ParameterizedTest
    @MethodSource("spaces")
    @DisplayName(
            "Situation 28: two truncations of a full log at once, while ids go on into new segments, lose nothing new")
    void shouldLoseNothingNewToTruncationsOfAFullLog(PageSpaceConfig pages) throws Exception {
        long oldest = 5 * SEGMENT + 77;
        long limit = oldest + HALF - 1 - 3_000_000;
        long last = (limit - 1) / SEGMENT;
        makeFiles(5, last);
        GatedStore gate = new GatedStore(FilePageStore.openForWriting(folder));
        LogConfig config = LogConfig.wrapping32().withPages(pages).withRange(oldest, limit);
        try (TransactionStatusLog log = PagedStatusLog.open(gate, config)) {
            assertThrows(WraparoundException.class, () -> log.extendTo(limit));
            gate.shutFor(operation -> operation.kind() == Kind.REMOVE);
            Started slower = new Started(() -> log.truncate(7 * SEGMENT));
            assertEquals(slower.thread(), gate.nextArrival());
            Started other = new Started(() -> log.truncate(9 * SEGMENT));
            Started handingOut = new Started(() -> {
                long xid = limit;
                for (; xid < limit + 2 * SEGMENT - 100; xid += 4099) {
                    extend(log, xid);
                    log.setTree(xid, NONE, COMMITTED);
                }
                return xid;
            });
            gate.openGate();
            assertTrue(slower.answer() >= 7 * SEGMENT);
            assertEquals(9 * SEGMENT, other.answer());
            long end = handingOut.answer();
            assertEquals(9 * SEGMENT, log.truncate(7 * SEGMENT), "late, and changes nothing");
            assertAllThere(9, end / SEGMENT);
            for (long xid = limit; xid < end; xid += 4099) {
                assertEquals(COMMITTED, log.status(xid));
            }
            log.checkpoint();
            assertAllThere(9, end / SEGMENT);
        }
    }

    /** Waits until the horizon has moved. */
    private static void extend(TransactionStatusLog log, long xid) {
        while (true) {
            try {
                log.extendTo(xid);
                return;
            } catch (WraparoundException e) {
                Thread.onSpinWait();
            }
        }
    }
}
