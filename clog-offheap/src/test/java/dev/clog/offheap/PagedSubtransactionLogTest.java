package dev.clog.offheap;

import static dev.clog.api.ParentLookup.NO_PARENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.SubtransactionLog;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** STA-8, and the format of {@code pg_subtrans}: four bytes an id, 2048 a page, 65,536 a segment. */
@ParameterizedClass
@MethodSource("spaces")
class PagedSubtransactionLogTest {
    private static final long PAGE = 2048;
    private static final long SEGMENT = 65_536;
    private static final long WRAP = 1L << 32;

    @Parameter
    private PageSpaceConfig pages;

    @TempDir
    private Path folder;

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    private SubtransactionLog open(LogConfig config) throws IOException {
        return PagedSubtransactionLog.open(FilePageStore.create(folder), config.withPages(pages));
    }

    @Test
    void shouldWriteTheBytesOfPgSubtrans() throws IOException {
        try (SubtransactionLog log = open(LogConfig.wrapping32())) {
            log.extendTo(SEGMENT + 5);
            log.setParent(11, 10);
            log.setParent(12, 11);
            log.setParent(SEGMENT + 5, 0x1_0002);
        }
        ByteBuffer bytes =
                ByteBuffer.wrap(Files.readAllBytes(folder.resolve("0000"))).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(262_144, bytes.capacity());
        assertEquals(10, bytes.getInt(44));
        assertEquals(11, bytes.getInt(48));
        assertEquals(0, bytes.getInt(40));
        bytes = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("0001"))).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(0x1_0002, bytes.getInt(20));
    }

    @Test
    void shouldFindParentsAndTheTopOfATree() throws IOException {
        try (SubtransactionLog log = open(LogConfig.full64())) {
            log.extendTo(10 * PAGE);
            log.setParent(100, 50);
            log.setParent(5 * PAGE, 100);
            log.setParent(5 * PAGE, 100);
            assertEquals(100, log.parentOf(5 * PAGE));
            assertEquals(50, log.topOf(5 * PAGE));
            assertEquals(50, log.topOf(50));
            assertEquals(NO_PARENT, log.parentOf(50));
            assertEquals(NO_PARENT, log.parentOf(WRAP));
            assertThrows(IllegalStateException.class, () -> log.setParent(100, 51));
            assertThrows(IllegalArgumentException.class, () -> log.setParent(100, 100));
            assertThrows(IllegalArgumentException.class, () -> log.setParent(100, 2));
            assertEquals(50, log.parentOf(100));
        }
    }

    @Test
    void shouldWidenParentsAcrossTheWrap() throws IOException {
        long first = WRAP - 10;
        try (SubtransactionLog log = open(LogConfig.wrapping32().withRange(first, first))) {
            log.extendTo(WRAP + 50);
            log.setParent(WRAP + 7, WRAP - 3);
            log.setParent(WRAP + 8, WRAP + 7);
            assertEquals(WRAP - 3, log.topOf(WRAP + 8));
        }
    }

    @Test
    void shouldStartAsZerosWhateverTheFilesHold() throws IOException {
        try (SubtransactionLog log = open(LogConfig.wrapping32())) {
            log.extendTo(3 * SEGMENT);
            log.setParent(SEGMENT + 1, SEGMENT);
        }
        Files.delete(folder.resolve("0002"));
        try (SubtransactionLog log = open(LogConfig.wrapping32().withRange(SEGMENT - 5, 3 * SEGMENT + 9))) {
            assertEquals(NO_PARENT, log.parentOf(SEGMENT + 1));
            log.setParent(2 * SEGMENT + 1, SEGMENT);
            assertEquals(SEGMENT, log.parentOf(2 * SEGMENT + 1));
        }
    }

    @Test
    void shouldRemoveTheSegmentsBeforeTheHorizon() throws IOException {
        try (SubtransactionLog log = open(LogConfig.wrapping32())) {
            log.extendTo(3 * SEGMENT);
            log.setParent(SEGMENT - 1, SEGMENT - 2);
            assertEquals(2 * SEGMENT + 1, log.truncate(2 * SEGMENT + 1));
            assertTrue(Files.notExists(folder.resolve("0000")));
            assertTrue(Files.notExists(folder.resolve("0001")));
            assertTrue(Files.exists(folder.resolve("0002")));
            assertEquals(NO_PARENT, log.parentOf(SEGMENT - 1));
            assertThrows(XidTooOldException.class, () -> log.setParent(SEGMENT, 7));
        }
    }

    @Test
    void shouldKeepEveryParentOfRandomTrees() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<Long, Long> model = new HashMap<>();
        try (SubtransactionLog log = open(LogConfig.wrapping32())) {
            log.extendTo(40 * PAGE);
            for (int i = 0; i < 5000; i++) {
                long child = 4L + random.nextInt(40 * (int) PAGE - 4);
                long parent = model.computeIfAbsent(child, id -> 3 + (long) (random.nextDouble() * (id - 3)));
                log.setParent(child, parent);
            }
            for (long xid = 3; xid < 40 * PAGE; xid++) {
                assertEquals(model.getOrDefault(xid, NO_PARENT), log.parentOf(xid), "seed=" + seed + " xid=" + xid);
            }
        }
    }

    @Test
    void shouldKeepAParentThatEndsInZeros() throws IOException {
        long parent = 7 * WRAP;
        try (SubtransactionLog log = open(LogConfig.full64().withRange(parent, parent))) {
            log.extendTo(parent + 5);
            log.setParent(parent + 4, parent);
            log.setParent(parent + 5, parent + 4);
            log.setParent(parent + 4, parent);
            assertEquals(parent, log.parentOf(parent + 4));
            assertEquals(parent, log.topOf(parent + 5));
            assertEquals(NO_PARENT, log.parentOf(parent));
            assertThrows(IllegalStateException.class, () -> log.setParent(parent + 5, parent));
        }
    }
}
