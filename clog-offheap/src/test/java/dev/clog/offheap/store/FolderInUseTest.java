package dev.clog.offheap.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.LogInUseException;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.ResidentWindowConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.offheap.PagedStatusLog;
import dev.clog.offheap.inspect.ScanProgress;
import dev.clog.offheap.inspect.Verifier;
import dev.clog.offheap.inspect.VerifyOptions;
import dev.clog.offheap.inspect.VerifyResult;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** LIF-8, FLT-2, situation 48: the folder of a log that is open, in each page space, and others that come to it. */
@ParameterizedClass
@MethodSource("spaces")
class FolderInUseTest {
    private static final long SEGMENT = 1 << 20;
    private static final long[] NONE = {};

    @Parameter
    private PageSpaceConfig pages;

    @TempDir
    private Path temp;

    static List<PageSpaceConfig> spaces() {
        return List.of(new ResidentWindowConfig(), PageCacheConfig.ofBanks(16).withCleaner(true));
    }

    private LogConfig config() {
        return LogConfig.wrapping32().withPages(pages);
    }

    private String attemptOfAnotherProcess(Path folder) throws Exception {
        try (ChildProcess other = ChildProcess.start(HoldFolder.class, folder.toString(), "other")) {
            other.endInput();
            assertEquals(0, other.waitFor(), other::errors);
            return other.readLine();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("Situation 48 a: a second channel on the lock file, opened and closed, lets no second process in")
    void shouldStayTheOwnerWhenASecondChannelIsClosed(boolean writing) throws Exception {
        Path folder = temp.resolve("log");
        String held = "held by process " + ProcessHandle.current().pid();
        try (TransactionStatusLog log = PagedStatusLog.create(FilePageStore.create(folder), config())) {
            StandardOpenOption access = writing ? StandardOpenOption.WRITE : StandardOpenOption.READ;
            FileChannel.open(folder.resolve(FilePageStore.LOCK_FILE_NAME), access)
                    .close();
            assertEquals(held, attemptOfAnotherProcess(folder));
            assertEquals(held, attemptOfAnotherProcess(folder), "and the attempt changed nothing");
            assertThrows(
                    LogInUseException.class,
                    () -> PagedStatusLog.open(FilePageStore.openForWriting(folder), config().withRange(3, 9)));
            log.setTree(5, NONE, TransactionStatus.COMMITTED);
            log.checkpoint();
        }
        assertFalse(Files.exists(folder.resolve(FilePageStore.LOCK_FILE_NAME)));
        assertEquals("taken by other", attemptOfAnotherProcess(folder));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8192, 3 * 8192 + 100, 262_143})
    @DisplayName(
            "Situation 48 b: a short segment stays as long as it is, inspected while the log runs and by the log itself")
    void shouldLeaveAShortSegmentAsItIs(int size) throws IOException {
        Path folder = temp.resolve("log");
        PagedStatusLog.create(FilePageStore.create(folder), config()).close();
        Path segment = Files.write(folder.resolve("0005"), new byte[size]);
        FileTime written = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(segment, written);
        try (TransactionStatusLog log =
                PagedStatusLog.open(FilePageStore.openForWriting(folder), config().withRange(3, 9))) {
            log.extendTo(2 * SEGMENT);
            log.setTree(5, new long[] {2 * SEGMENT}, TransactionStatus.COMMITTED);
            log.checkpoint();
            try (FilePageStore inspected = FilePageStore.openReadOnly(folder)) {
                VerifyResult result = Verifier.verify(inspected, VerifyOptions.defaults(), ScanProgress.NONE);
                assertTrue(result.bytes() >= 3 * 262_144, result::toString);
            }
            log.truncate(SEGMENT);
        }
        assertEquals(size, Files.size(segment));
        assertEquals(written, Files.getLastModifiedTime(segment));
    }
}
