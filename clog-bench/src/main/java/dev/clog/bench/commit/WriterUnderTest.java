package dev.clog.bench.commit;

import dev.clog.api.LogConfig;
import dev.clog.api.ResidentWindowConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.status.StatusWriter;
import dev.clog.groupcommit.status.StatusWriterConfig;
import dev.clog.groupcommit.status.StatusWriterConfig.Kind;
import dev.clog.groupcommit.status.StatusWriterConfig.LeaderWait;
import dev.clog.groupcommit.status.StatusWriters;
import dev.clog.lock.LockStatistics;
import dev.clog.offheap.PagedStatusLog;
import dev.clog.testkit.MemoryPageStore;
import java.util.List;

/** A writer of statuses, the log that it writes, and the one lock of that log. */
record WriterUnderTest(StatusWriter writer, PagedStatusLog log) {
    static final List<String> MECHANISMS = List.of("exclusive", "shared", "list", "ring", "ring-dedicated", "direct");
    /** Those that take the lock exclusive. */
    static final List<String> LOCKED = List.of("exclusive", "list", "ring", "ring-dedicated");
    /** Ids that are kept; the next are the first again, whose statuses are set once more. */
    static final long IDS = 1L << 29;

    /** The ids begin with a word whose ids may all be assigned. */
    private static final long FIRST = 32;

    private static final long[] NO_CHILDREN = {};

    static WriterUnderTest of(String mechanism, Situation situation) {
        StatusWriterConfig config = switch (mechanism) {
            case "exclusive" -> StatusWriterConfig.exclusive();
            case "shared" -> StatusWriterConfig.shared();
            case "list" -> StatusWriterConfig.list();
            case "ring" -> StatusWriterConfig.ring();
            case "ring-dedicated" -> StatusWriterConfig.ring().withLeaderThread(LeaderWait.LITE_BLOCKING);
            case "direct" -> StatusWriterConfig.direct();
            default -> throw new IllegalArgumentException("no such writer: mechanism=" + mechanism);
        };
        PagedStatusLog log = PagedStatusLog.create(
                new MemoryPageStore(), LogConfig.wrapping32().withPages(new ResidentWindowConfig()));
        log.extendTo(IDS + FIRST);
        StatusWriterConfig wanted = config.withFastPath(situation.fastPath());
        StatusWriter writer = situation.stalls() && wanted.kind() != Kind.DIRECT
                ? StatusWriters.create(wanted, log, new StallingCursors())
                : StatusWriters.create(wanted, log);
        return new WriterUnderTest(writer, log);
    }

    /** Sets the status of the id of that number. */
    void commit(long number) {
        writer.setTree(xidOf(number), NO_CHILDREN, TransactionStatus.COMMITTED, 0);
    }

    /** The id of a number. */
    static long xidOf(long number) {
        return (number & IDS - 1) + FIRST;
    }

    /** What the lock counted. */
    LockStatistics lock() {
        return log.lockStatistics().get(0);
    }

    void close() {
        writer.close();
        log.close();
    }
}
