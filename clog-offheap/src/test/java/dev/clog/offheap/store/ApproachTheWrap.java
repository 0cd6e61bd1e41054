package dev.clog.offheap.store;

import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.ResidentWindowConfig;
import dev.clog.api.TransactionStatusLog;
import dev.clog.api.WraparoundException;
import dev.clog.offheap.PagedStatusLog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Child of a test: a log that comes to the wrap, step by step. What a log of the platform says goes to the same output,
 * where the steps are told.
 */
final class ApproachTheWrap {
    private static final long PAGE = 32_768;
    private static final long SEGMENT = 1 << 20;

    private ApproachTheWrap() {}

    public static void main(String[] args) throws IOException {
        System.setErr(System.out);
        Path folder = Path.of(args[0]);
        long oldest = Long.parseLong(args[2]);
        long wrap = oldest + Integer.MAX_VALUE;
        long warned = wrap - 40_000_000;
        long before = warned / PAGE * PAGE;
        makeFiles(folder, oldest / SEGMENT, (before - 1) / SEGMENT);
        LogConfig config = LogConfig.wrapping32()
                .withPages(args[1].equals("cache") ? PageCacheConfig.ofBanks(16) : new ResidentWindowConfig())
                .withRange(oldest, before);
        try (TransactionStatusLog log = PagedStatusLog.open(FilePageStore.openForWriting(folder), config)) {
            extend(log, "before the warning", warned - 1);
            extend(log, "first page after it", before + PAGE);
            extend(log, "same page", before + PAGE + 1);
            extend(log, "last id", wrap - 3_000_000 - 1);
            extend(log, "first refused", wrap - 3_000_000);
            extend(log, "any other", wrap);
            log.truncate(oldest + 41_000_000);
            extend(log, "after a truncation", wrap - 3_000_000 + PAGE);
        }
    }

    private static void extend(TransactionStatusLog log, String step, long xid) {
        try {
            log.extendTo(xid);
            System.out.println(step + ": made");
        } catch (WraparoundException e) {
            System.out.println(step + ": " + e.getMessage());
        }
    }

    private static void makeFiles(Path folder, long first, long last) throws IOException {
        for (long segment = first; segment <= last; segment++) {
            Path path = folder.resolve(String.format("%04X", segment % 4096));
            try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                file.setLength(262_144); // a hole reads as zeros and takes no room
            }
        }
    }
}
