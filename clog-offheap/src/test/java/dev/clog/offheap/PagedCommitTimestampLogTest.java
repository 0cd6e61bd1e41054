package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.CommitTimestamp;
import dev.clog.api.CommitTimestampLog;
import dev.clog.api.LogConfig;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.XidNotAssignedException;
import dev.clog.api.XidTooOldException;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The format of {@code pg_commit_ts}: ten bytes an id, 819 a page, 26,208 a segment; the entry width of pages. */
@ParameterizedClass
@MethodSource("spaces")
class PagedCommitTimestampLogTest {
    private static final long PAGE = 819;
    private static final long SEGMENT = 32 * PAGE;
    private static final long WRAP = 1L << 32;
    private static final long[] NONE = {};

    @Parameter
    private PageSpaceConfig pages;

    @TempDir
    private Path folder;

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    private CommitTimestampLog create(LogConfig config) throws IOException {
        return PagedCommitTimestampLog.create(FilePageStore.create(folder), config.withPages(pages));
    }

    private CommitTimestampLog open(LogConfig config) throws IOException {
        return PagedCommitTimestampLog.open(FilePageStore.openForWriting(folder), config.withPages(pages));
    }

    @Test
    void shouldWriteTheBytesOfPgCommitTs() throws IOException {
        try (CommitTimestampLog log = create(LogConfig.wrapping32())) {
            log.extendTo(SEGMENT);
            for (int xid = 3; xid < 8; xid++) {
                log.setTree(xid, NONE, new CommitTimestamp(0x0102_0304_0506_0700L + xid, 0xABC0 + xid));
            }
            log.setTree(SEGMENT - 1, NONE, new CommitTimestamp(-7, 65_535));
        }
        ByteBuffer bytes =
                ByteBuffer.wrap(Files.readAllBytes(folder.resolve("0000"))).order(ByteOrder.LITTLE_ENDIAN);
        for (int xid = 3; xid < 8; xid++) {
            assertEquals(0x0102_0304_0506_0700L + xid, bytes.getLong(10 * xid));
            assertEquals((short) (0xABC0 + xid), bytes.getShort(10 * xid + 8));
        }
        int last = 31 * 8192 + 818 * 10;
        assertEquals(-7, bytes.getLong(last));
        assertEquals(-1, bytes.getShort(last + 8));
        assertEquals(0, bytes.getShort(last + 10), "the two bytes left of a page");
        assertTrue(Files.exists(folder.resolve("0001")));
    }

    @Test
    void shouldKeepEveryTimeOfRandomTreesThroughCheckpointsAndReopening() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<Long, CommitTimestamp> model = new HashMap<>();
        long end = 20 * PAGE;
        try (CommitTimestampLog log = create(LogConfig.full64())) {
            log.extendTo(end);
            for (int i = 0; i < 3000; i++) {
                long xid = 3L + random.nextInt((int) end - 100);
                long[] children =
                        random.longs(random.nextInt(4), xid + 1, xid + 90).toArray();
                CommitTimestamp time = new CommitTimestamp(random.nextLong() | 1, random.nextInt(65_536));
                log.setTree(xid, children, time);
                model.put(xid, time);
                for (long child : children) {
                    model.put(child, time);
                }
                if (i % 500 == 0) {
                    log.checkpoint();
                }
            }
            check(model, log, end, seed);
        }
        try (CommitTimestampLog log = open(LogConfig.full64().withRange(3, end + 1))) {
            check(model, log, end, seed);
        }
    }

    private static void check(Map<Long, CommitTimestamp> model, CommitTimestampLog log, long end, long seed) {
        for (long xid = 3; xid < end; xid++) {
            assertEquals(model.get(xid), log.timestamp(xid), "seed=" + seed + " xid=" + xid);
        }
    }

    @Test
    void shouldCrossTheWrapWhereAnEpochDoesNotFillItsLastPage() throws IOException {
        long first = WRAP - 5;
        try (CommitTimestampLog log = create(LogConfig.wrapping32().withRange(first, first))) {
            assertEquals(WRAP, log.endXid(), "the last page of an epoch is cut");
            log.extendTo(WRAP + 3);
            assertEquals(WRAP + PAGE, log.endXid());
            log.setTree(WRAP - 1, new long[] {WRAP + 3}, new CommitTimestamp(5, 6));
            assertEquals(new CommitTimestamp(5, 6), log.timestamp(WRAP + 3));
        }
        assertTrue(Files.exists(folder.resolve("0000")));
        try (CommitTimestampLog log = open(LogConfig.wrapping32().withRange(first, WRAP + 9))) {
            assertEquals(new CommitTimestamp(5, 6), log.timestamp(WRAP - 1));
            assertEquals(new CommitTimestamp(5, 6), log.timestamp(WRAP + 3));
            assertNull(log.timestamp(WRAP + 4));
            log.truncate(WRAP + 3);
            assertThrows(XidTooOldException.class, () -> log.timestamp(WRAP - 1));
            assertThrows(XidNotAssignedException.class, () -> log.timestamp(WRAP + PAGE));
            assertThrows(XidNotAssignedException.class, () -> log.timestamp(WRAP + 2));
        }
        try (var files = Files.list(folder)) {
            assertEquals(
                    List.of("0000"),
                    files.map(file -> file.getFileName().toString()).toList());
        }
    }

    @Test
    void shouldNeverShowHalfATime() throws Exception {
        CommitTimestamp[] times = {new CommitTimestamp(-1, 65_535), new CommitTimestamp(1L << 40, 0)};
        try (CommitTimestampLog log = create(LogConfig.wrapping32())) {
            log.setTree(5, NONE, times[0]);
            AtomicBoolean stop = new AtomicBoolean();
            Thread setter = new Thread(() -> {
                for (int i = 0; !stop.get(); i++) {
                    log.setTree(5, NONE, times[i & 1]);
                }
            });
            setter.start();
            try {
                for (int i = 0; i < 100_000; i++) {
                    CommitTimestamp seen = log.timestamp(5);
                    assertTrue(seen.equals(times[0]) || seen.equals(times[1]), seen::toString);
                }
            } finally {
                stop.set(true);
                setter.join();
            }
        }
    }
}
