package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.api.spi.PageStore;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** FMT-3: the largest folder that 32-bit ids can have, 4096 segments and 1 GiB; sparse, so that it costs no disk. */
class LargeFolderTest {
    private static final int SEGMENTS = 4096;

    @TempDir
    private Path temp;

    @Test
    @DisplayName("every segment is listed, counted, verified and compared, and progress reaches its end")
    void shouldReadWholeIdSpace() throws IOException {
        for (int i = 0; i < SEGMENTS; i++) {
            try (RandomAccessFile file = new RandomAccessFile(
                    temp.resolve(StatusLayout.segmentName(i)).toFile(), "rw")) {
                file.setLength(StatusLayout.STANDARD.segmentBytes());
                file.seek(1000);
                file.write(2);
            }
        }
        XidRange unknown = XidRange.unknown(IdSpace.WRAPPING_32);
        long[] progress = new long[2];
        try (PageStore store = FilePageStore.openReadOnly(temp)) {
            SegmentFolder folder = SegmentFolder.list(store, StatusLayout.STANDARD, unknown);
            assertEquals(SEGMENTS, folder.segments().size());
            assertEquals((1L << 32) - 1, folder.lastXid().orElseThrow());
            VerifyResult result = Verifier.verify(store, VerifyOptions.of(unknown), (done, total) -> {
                assertTrue(done >= progress[0] && done <= total);
                progress[0] = done;
                progress[1] = total;
            });
            assertEquals(1L << 30, progress[0]);
            assertEquals(1L << 30, progress[1]);
            assertEquals(1L << 30, result.bytes());
            assertEquals(SEGMENTS, result.counts().aborted());
            assertEquals((1L << 32) - 3, result.counts().total());
            long zeroPages = result.findings().stream()
                    .filter(finding -> finding.code() == FindingCode.ZERO_PAGES)
                    .count();
            assertEquals(SEGMENTS - 1, zeroPages, "every segment but the last, whose end is open");
            ComparisonResult same = FolderComparison.compare(folder, folder, difference -> {}, ScanProgress.NONE);
            assertTrue(same.identical());
        }
    }
}
