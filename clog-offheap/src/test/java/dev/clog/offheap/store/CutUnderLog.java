package dev.clog.offheap.store;

import dev.clog.api.LogConfig;
import dev.clog.api.LogFailedException;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageIoException;
import dev.clog.api.ResidentWindowConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.offheap.PagedStatusLog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** Child of a test: cuts the files of a log under it, cold or after long use, and goes on. */
final class CutUnderLog {
    private static final long[] NONE = {};
    private static final long SEGMENT = 1 << 20;
    private static final long FIRST = SEGMENT + 5;
    private static final int ROUNDS = 20_000;

    private CutUnderLog() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        LogConfig config = LogConfig.wrapping32()
                .withPages(args[1].equals("cache") ? PageCacheConfig.ofBanks(16) : new ResidentWindowConfig());
        try (TransactionStatusLog log = PagedStatusLog.create(FilePageStore.create(folder), config)) {
            log.extendTo(SEGMENT + 500);
        }
        TransactionStatusLog log =
                PagedStatusLog.open(FilePageStore.openForWriting(folder), config.withRange(3, SEGMENT + 32_000));
        log.setTree(FIRST, NONE, TransactionStatus.ABORTED);
        if (args[2].equals("hot")) {
            use(log, ROUNDS);
        }
        cut(folder.resolve("0000"));
        cut(folder.resolve("0001"));
        use(log, ROUNDS);
        System.out.println("read and set");
        report("unread", () -> log.status(7));
        report("checkpoint", log::checkpoint);
        try {
            log.status(FIRST);
            System.out.println("not failed");
        } catch (LogFailedException e) {
            System.out.println("failed");
        }
        log.close();
        System.out.println("closed");
    }

    private static void cut(Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(0);
        }
    }

    /** In a loop that is compiled with what it calls. */
    private static void use(TransactionStatusLog log, int rounds) {
        for (int i = 0; i < rounds; i++) {
            long xid = FIRST + 1 + i % 30_000;
            log.setTree(xid, NONE, TransactionStatus.COMMITTED);
            if (log.status(xid) != TransactionStatus.COMMITTED || log.status(FIRST) != TransactionStatus.ABORTED) {
                throw new AssertionError("xid " + xid + " is " + log.status(xid));
            }
        }
    }

    private static void report(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": no error");
        } catch (PageIoException e) {
            System.out.println(
                    what + ": PageIoException of " + Path.of(e.file()).getFileName());
        }
    }
}
