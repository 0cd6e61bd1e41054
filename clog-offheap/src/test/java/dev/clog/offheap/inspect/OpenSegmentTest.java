package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageStore;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** FLT-5: files that are cut while they are read. */
class OpenSegmentTest {
    private static final int PAGE = 8192;

    @TempDir
    private Path temp;

    private final long[] words = new long[PAGE / Long.BYTES];

    private SegmentFolder list(PageStore store) {
        return SegmentFolder.list(store, StatusLayout.STANDARD, XidRange.unknown(IdSpace.WRAPPING_32));
    }

    private void cut(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 4096, PAGE, PAGE + 10, 2 * PAGE - 1})
    @DisplayName("a page that is no longer there is the product's own error")
    void shouldFailWhenFileIsCutUnderneath(long size) throws IOException {
        Path file = Files.write(temp.resolve("0000"), new byte[4 * PAGE]);
        try (PageStore store = FilePageStore.openReadOnly(temp)) {
            SegmentFolder folder = list(store);
            try (OpenSegment open = new OpenSegment(folder, folder.segments().get(0))) {
                open.read(1, words);
                cut(file, size);
                PageIoException failure = assertThrows(PageIoException.class, () -> open.read(1, words));
                assertTrue(failure.getMessage().contains("it was cut"), failure::getMessage);
                assertEquals(file.toString(), failure.file());
                assertEquals(PAGE, failure.offset());
            }
        }
    }

    @RepeatedTest(3)
    @DisplayName("a file that is cut and grown all the time: findings, never a fault")
    void shouldVerifyWhileFileIsCutAndGrown() throws Exception {
        Path file = Files.write(temp.resolve("0000"), new byte[32 * PAGE]);
        Thread vandal = new Thread(() -> {
            for (int i = 0; i < 200 && !Thread.currentThread().isInterrupted(); i++) {
                try {
                    cut(file, (i * 37L) % (32 * PAGE));
                    Files.write(file, new byte[32 * PAGE]);
                } catch (IOException e) {
                    return;
                }
            }
        });
        vandal.start();
        try (PageStore store = FilePageStore.openReadOnly(temp)) {
            do {
                VerifyResult result = Verifier.verify(store, VerifyOptions.defaults(), ScanProgress.NONE);
                assertFalse(result.notes().isEmpty());
            } while (vandal.isAlive());
        } finally {
            vandal.interrupt();
            vandal.join();
        }
    }
}
