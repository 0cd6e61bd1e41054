package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.FROZEN;
import static dev.clog.api.TransactionStatus.IN_PROGRESS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogClosedException;
import dev.clog.api.LogConfig;
import dev.clog.api.LogFormatException;
import dev.clog.api.LogInUseException;
import dev.clog.api.PageIoException;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.WraparoundException;
import dev.clog.api.XidNotAssignedException;
import dev.clog.api.XidTooOldException;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The log on real files, in every page space: FMT, STA-1, STA-3, STA-9, LIF-1, LIF-2, LIF-3, LIF-6, LIF-8. */
@ParameterizedClass
@MethodSource("spaces")
class PagedStatusLogTest {
    @Parameter
    private PageSpaceConfig pages;

    static List<PageSpaceConfig> spaces() {
        return PageSpaces.all();
    }

    private static final long PAGE = 32768;
    private static final long SEGMENT = 1 << 20;
    private static final long WRAP = 1L << 32;
    private static final long[] NONE = {};

    @TempDir
    private Path temp;

    private Path folder;

    @BeforeEach
    void nameTheFolder() {
        folder = temp.resolve("log");
    }

    private TransactionStatusLog create(LogConfig config) throws IOException {
        return PagedStatusLog.create(FilePageStore.create(folder), config.withPages(pages));
    }

    private TransactionStatusLog open(LogConfig config) throws IOException {
        return PagedStatusLog.open(FilePageStore.openForWriting(folder), config.withPages(pages));
    }

    private TransactionStatusLog open(long oldest, long next) throws IOException {
        return open(LogConfig.wrapping32().withRange(oldest, next));
    }

    private void segmentFile(String name, int bytes) throws IOException {
        Files.createDirectories(folder);
        Files.write(folder.resolve(name), new byte[bytes]);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldWriteTheBytesOfPgXact() throws IOException {
        try (TransactionStatusLog log = create(LogConfig.wrapping32())) {
            log.setTree(3, NONE, ABORTED);
            log.setTree(4, new long[] {5}, COMMITTED);
            log.setTree(PAGE - 1, NONE, COMMITTED);
        }
        assertEquals(List.of("0000"), files());
        byte[] bytes = Files.readAllBytes(folder.resolve("0000"));
        assertEquals(262_144, bytes.length);
        assertEquals((byte) 0b10_00_00_00, bytes[0]);
        assertEquals((byte) 0b00_00_01_01, bytes[1]);
        assertEquals((byte) 0b01_00_00_00, bytes[8191]);
    }

    @Test
    void shouldFindAfterReopeningWhatWasSet() throws IOException {
        long[] children = {11, 5000, PAGE + 5, 3 * PAGE, SEGMENT + 9};
        try (TransactionStatusLog log = create(LogConfig.wrapping32())) {
            log.extendTo(SEGMENT + 9);
            log.setTree(10, children, COMMITTED);
            log.setTree(12, new long[] {13, SEGMENT + 8}, ABORTED);
        }
        try (TransactionStatusLog log = open(3, SEGMENT + 10)) {
            for (long child : children) {
                assertEquals(COMMITTED, log.status(child));
            }
            assertEquals(COMMITTED, log.status(10));
            assertEquals(ABORTED, log.status(SEGMENT + 8));
            assertEquals(IN_PROGRESS, log.status(14));
            assertEquals(SEGMENT + PAGE, log.endXid());
        }
    }

    @Test
    void shouldAnswerReservedIdsWithoutAPage() throws IOException {
        try (TransactionStatusLog log = create(LogConfig.wrapping32())) {
            assertEquals(ABORTED, log.status(0));
            assertEquals(COMMITTED, log.status(1));
            assertEquals(COMMITTED, log.status(2));
            assertEquals(COMMITTED, log.status(5 * WRAP + 2));
            assertThrows(XidNotAssignedException.class, () -> log.setTree(2, NONE, COMMITTED));
        }
    }

    @Test
    void shouldNameTheHorizonAndTheEndForIdsOutside() throws IOException {
        segmentFile("0000", 8192 * 2);
        try (TransactionStatusLog log = open(100, PAGE + 7)) {
            XidTooOldException old = assertThrows(XidTooOldException.class, () -> log.status(99));
            assertEquals("xid 99 is below the horizon: its status is no longer kept: oldestXid=100", old.getMessage());
            assertEquals(FROZEN, log.statusOrFrozen(99));
            assertEquals(IN_PROGRESS, log.statusOrFrozen(100));
            XidNotAssignedException beyond = assertThrows(XidNotAssignedException.class, () -> log.status(2 * PAGE));
            assertEquals("xid 65536 is beyond the ids handed out: endXid=65536", beyond.getMessage());
            assertThrows(XidNotAssignedException.class, () -> log.statusOrFrozen(4294918145L));
            assertThrows(XidTooOldException.class, () -> log.setTree(99, NONE, COMMITTED));
            assertThrows(XidTooOldException.class, () -> log.status(-1));
            assertThrows(XidNotAssignedException.class, () -> log.setTree(200, new long[] {201, 2 * PAGE}, COMMITTED));
            assertEquals(IN_PROGRESS, log.status(200));
        }
    }

    @Test
    void shouldRefuseAChildBeforeItsParent() throws IOException {
        try (TransactionStatusLog log = create(LogConfig.wrapping32())) {
            assertThrows(IllegalArgumentException.class, () -> log.setTree(50, new long[] {49}, COMMITTED));
            assertThrows(IllegalArgumentException.class, () -> log.setTree(50, NONE, TransactionStatus.SUB_COMMITTED));
            assertThrows(IllegalArgumentException.class, () -> log.setTree(50, NONE, COMMITTED, -1));
            assertEquals(IN_PROGRESS, log.status(50));
        }
    }

    @Test
    void shouldExtendAcrossTheWrapPastTheReservedIds() throws IOException {
        long next = WRAP - 5;
        try (TransactionStatusLog log = create(LogConfig.wrapping32().withRange(next, next))) {
            assertThrows(XidNotAssignedException.class, () -> log.status(WRAP + 3));
            log.extendTo(WRAP + 3);
            log.setTree(WRAP - 1, new long[] {WRAP + 3}, COMMITTED);
            assertThrows(XidNotAssignedException.class, () -> log.setTree(WRAP + 1, NONE, COMMITTED));
            assertEquals(COMMITTED, log.status(WRAP + 1), "bootstrap");
        }
        assertEquals(List.of("0000", "0FFF"), files());
        try (TransactionStatusLog log = open(next, WRAP + 4)) {
            assertEquals(COMMITTED, log.status(WRAP - 1));
            assertEquals(COMMITTED, log.status(WRAP + 3));
            assertEquals(IN_PROGRESS, log.status(WRAP - 2));
        }
    }

    @Test
    void shouldNotNeedThePageOfANextIdThatIsItsFirst() throws IOException {
        long oldest = WRAP - 10;
        segmentFile("0FFF", 262_144);
        try (TransactionStatusLog log = open(oldest, WRAP + 3)) {
            assertEquals(WRAP, log.endXid());
        }
        assertEquals(List.of("0FFF"), files());
        assertThrows(IllegalArgumentException.class, () -> open(oldest, WRAP), "a reserved id");
    }

    @Test
    void shouldUseAllBitsOfTheIdWhereTheSpaceIsFull() throws IOException {
        long next = 5 * WRAP;
        LogConfig config = LogConfig.full64().withRange(next, next);
        try (TransactionStatusLog log = create(config)) {
            log.setTree(next, new long[] {next + 1}, COMMITTED);
            log.extendTo(next + 40 * SEGMENT);
            log.setTree(next + 40 * SEGMENT, NONE, ABORTED);
        }
        assertEquals("5000", files().get(0));
        try (TransactionStatusLog log = open(config.withRange(next, next + 40 * SEGMENT + 1))) {
            assertEquals(COMMITTED, log.status(next + 1));
            assertEquals(ABORTED, log.status(next + 40 * SEGMENT));
        }
    }

    @Test
    void shouldMapOnlyWhatAShortFileHasAndFillUpTheLastOne() throws IOException {
        segmentFile("0000", 262_144);
        segmentFile("0001", 8192);
        try (TransactionStatusLog log = open(716, SEGMENT + 100)) {
            log.extendTo(SEGMENT + PAGE);
            log.setTree(SEGMENT + 50, new long[] {SEGMENT + PAGE}, COMMITTED);
        }
        assertEquals(262_144, Files.size(folder.resolve("0001")));
        try (TransactionStatusLog log = open(716, SEGMENT + PAGE + 1)) {
            assertEquals(COMMITTED, log.status(SEGMENT + PAGE));
        }
    }

    @Test
    void shouldRefuseAMissingFileByXidFileAndOffsetAndMakeNone() throws IOException {
        segmentFile("0001", 8192);
        PageIoException missing = assertThrows(PageIoException.class, () -> open(716, SEGMENT + 100));
        assertTrue(missing.getMessage().startsWith("can't read the page of xid 716: file="), missing.getMessage());
        assertTrue(missing.file().endsWith("/log/0000"), missing.file());
        assertEquals(0, missing.offset());
        assertEquals(List.of("0001"), files());
        assertEquals(8192, Files.size(folder.resolve("0001")));
    }

    @Test
    void shouldRefuseAFileThatEndsBeforeAPageThatIsNeeded() throws IOException {
        segmentFile("000D", 163_840);
        PageIoException cut = assertThrows(PageIoException.class, () -> open(13_631_488, 14_286_851));
        assertTrue(cut.getMessage().contains("xid 14286848, page 20"), cut.getMessage());
        assertTrue(cut.getMessage().contains("the file ends at offset 163840 (20 pages)"), cut.getMessage());
        assertEquals(163_840, cut.offset());
        assertEquals(163_840, Files.size(folder.resolve("000D")));
        assertThrows(
                PageIoException.class,
                () -> open(
                        LogConfig.wrapping32().withRange(13_631_488, 14_286_851).withRecovery(true)),
                "a short read errors in recovery too");
    }

    @Test
    void shouldReadAMissingFileAsZerosInRecoveryOnly() throws IOException {
        segmentFile("0000", 262_144);
        LogConfig config = LogConfig.wrapping32().withRange(716, SEGMENT + 100);
        assertThrows(PageIoException.class, () -> open(config));
        try (TransactionStatusLog log = open(config.withRecovery(true))) {
            assertTrue(log.inRecovery());
            assertEquals(IN_PROGRESS, log.status(SEGMENT + 50));
            log.setTree(SEGMENT + 50, NONE, COMMITTED);
            log.endRecovery(SEGMENT + 100);
            assertFalse(log.inRecovery());
            assertThrows(IllegalStateException.class, () -> log.endRecovery(SEGMENT + 100));
        }
        try (TransactionStatusLog log = open(config)) {
            assertEquals(COMMITTED, log.status(SEGMENT + 50));
        }
    }

    @Test
    void shouldZeroWhatIsAtAndPastTheNextIdDurably() throws IOException {
        Files.createDirectories(folder);
        byte[] ones = new byte[262_144];
        java.util.Arrays.fill(ones, (byte) 0x55);
        Files.write(folder.resolve("0000"), ones);
        TransactionStatusLog log = open(3, 1001);
        assertEquals(COMMITTED, log.status(1000));
        assertEquals(IN_PROGRESS, log.status(1001));
        assertEquals(IN_PROGRESS, log.status(PAGE - 1));
        byte[] before = Files.readAllBytes(folder.resolve("0000"));
        assertEquals((byte) 0x01, before[250], "on disk before any id is handed out");
        assertEquals(0, before[251]);
        log.extendTo(PAGE);
        assertEquals(IN_PROGRESS, log.status(PAGE + 5));
        assertEquals(0, Files.readAllBytes(folder.resolve("0000"))[8192], "a page of another life, on disk");
        log.close();
    }

    @Test
    void shouldNotZeroInRecoveryBeforeItsEnd() throws IOException {
        Files.createDirectories(folder);
        byte[] ones = new byte[262_144];
        java.util.Arrays.fill(ones, (byte) 0x55);
        Files.write(folder.resolve("0000"), ones);
        LogConfig config = LogConfig.wrapping32().withRange(3, 1001).withRecovery(true);
        try (TransactionStatusLog log = open(config)) {
            assertEquals(COMMITTED, log.status(2000));
            log.extendTo(PAGE + 9);
            log.setTree(PAGE + 9, NONE, COMMITTED);
            log.endRecovery(PAGE + 10);
            assertEquals(COMMITTED, log.status(2000));
            assertEquals(COMMITTED, log.status(PAGE + 9));
            assertEquals(IN_PROGRESS, log.status(PAGE + 10));
        }
    }

    @Test
    void shouldRefuseToCreateOverPageFilesAndLeaveThem() throws IOException {
        segmentFile("0003", 10);
        LogFormatException refused = assertThrows(LogFormatException.class, () -> create(LogConfig.wrapping32()));
        assertTrue(refused.file().endsWith("/log/0003"), refused.file());
        assertEquals(List.of("0003"), files());
        assertEquals(10, Files.size(folder.resolve("0003")));
    }

    @Test
    void shouldNameTheHolderToASecondOpener() throws IOException {
        try (TransactionStatusLog log = create(LogConfig.wrapping32())) {
            log.setTree(3, NONE, COMMITTED);
            LogInUseException second = assertThrows(LogInUseException.class, () -> open(3, 4));
            assertTrue(
                    second.holder()
                            .contains("process " + ProcessHandle.current().pid()),
                    second.getMessage());
            assertEquals(COMMITTED, log.status(3), "the first one goes on");
        }
        open(3, 4).close();
    }

    @Test
    void shouldLetGoOfTheFolderWhenOpeningFails() throws IOException {
        segmentFile("0001", 8192);
        assertThrows(PageIoException.class, () -> open(716, SEGMENT + 100));
        segmentFile("0000", 262_144);
        open(716, SEGMENT + 100).close();
    }

    @Test
    void shouldRefuseEverythingOnceClosed() throws IOException {
        TransactionStatusLog log = create(LogConfig.wrapping32());
        log.close();
        log.close();
        List<Runnable> calls = new ArrayList<>();
        calls.add(() -> log.status(3));
        calls.add(() -> log.statusOrFrozen(3));
        calls.add(() -> log.status(1));
        calls.add(() -> log.setTree(3, NONE, COMMITTED));
        calls.add(() -> log.extendTo(3));
        calls.add(log::checkpoint);
        for (Runnable call : calls) {
            assertThrows(LogClosedException.class, call::run);
        }
    }

    @Test
    void shouldRefuseToExtendToWhereOldIdsWouldLieInTheFuture() throws IOException {
        segmentFile("0000", 262_144);
        try (TransactionStatusLog log = open(1000, 2000)) {
            long limit = 1000L + Integer.MAX_VALUE - 3_000_000L;
            WraparoundException refused = assertThrows(WraparoundException.class, () -> log.extendTo(limit));
            assertTrue(refused.getMessage().contains("oldestXid=1000 limit=" + limit), refused.getMessage());
            assertEquals(PAGE, log.endXid());
        }
    }

    @Test
    void shouldLeaveAFolderThatIsInOrderAsItIs() throws IOException {
        try (TransactionStatusLog log = create(LogConfig.wrapping32())) {
            log.setTree(3, NONE, COMMITTED);
        }
        byte[] before = Files.readAllBytes(folder.resolve("0000"));
        Object time = Files.getLastModifiedTime(folder.resolve("0000"));
        open(3, 4).close();
        assertArrayEquals(before, Files.readAllBytes(folder.resolve("0000")));
        assertEquals(time, Files.getLastModifiedTime(folder.resolve("0000")));
    }
}
