package dev.clog.offheap.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.IdSpace;
import dev.clog.offheap.inspect.Finding.Severity;
import java.util.Arrays;
import java.util.Random;

/** A folder in memory, what is put into it, and what the verifier must say of it: the ground of its tests. */
abstract class VerifierFixture {
    static final int PAGE = 8192;
    static final int SEGMENT = 32 * PAGE;
    static final long XIDS = 1_048_576;

    final MemoryFolder store = new MemoryFolder("pg_xact");

    /** Pages of committed and aborted ids, in which no page and no sector is uniform. */
    static byte[] sound(int pages) {
        byte[] content = new byte[pages * PAGE];
        Random random = new Random(5);
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) (random.nextInt(5) == 0 ? 0x59 : 0x55);
        }
        return content;
    }

    /** The first page of segment 0000, or one that ends before {@code xids}. */
    static byte[] firstSegment(int pages, int xids) {
        byte[] content = sound(pages);
        content[0] &= (byte) 0xC0;
        Arrays.fill(content, Math.min(content.length, (xids + 3) / 4), content.length, (byte) 0);
        if (xids % 4 != 0) {
            content[xids / 4] &= (byte) ~(-1 << (2 * (xids % 4)));
        }
        return content;
    }

    static VerifyOptions range(long oldest, long next) {
        return VerifyOptions.of(XidRange.of(IdSpace.WRAPPING_32, oldest, next).withOldestActive(0));
    }

    final VerifyResult verify(VerifyOptions options) {
        VerifyResult result = Verifier.verify(store, options, ScanProgress.NONE);
        assertEquals(0, store.openFiles(), "a file was left open");
        return result;
    }

    static Finding only(VerifyResult result, FindingCode code, Severity severity) {
        assertEquals(1, result.findings().size(), result::toString);
        assertEquals(code, result.findings().get(0).code(), result::toString);
        assertEquals(severity, result.findings().get(0).severity(), result::toString);
        return result.findings().get(0);
    }

    static void assertClean(VerifyResult result) {
        assertTrue(result.clean(), result::toString);
    }
}
