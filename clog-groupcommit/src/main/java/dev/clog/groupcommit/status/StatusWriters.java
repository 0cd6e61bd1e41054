package dev.clog.groupcommit.status;

import dev.clog.groupcommit.status.StatusWriterConfig.Kind;
import dev.clog.groupcommit.status.StatusWriterConfig.Leader;
import dev.clog.lock.LockMode;
import dev.clog.offheap.PagedStatusLog;
import dev.clog.offheap.StatusCursor;
import java.util.function.UnaryOperator;

/** Makes the writer that a configuration asks for. */
public final class StatusWriters {
    private StatusWriters() {}

    /**
     * A writer of a log. Any number of writers of any kinds may work on one log; who locks what is then up to each.
     *
     * @param log stays the caller's, who closes it after the writer
     */
    public static StatusWriter create(StatusWriterConfig config, PagedStatusLog log) {
        return config.kind() == Kind.DIRECT
                ? new DirectWriter(log)
                : locked(config, LockedStatuses.of(log, modeOf(config)));
    }

    /**
     * The same, with something around each cursor: a measurement that has a holder of the lock stall, for one.
     *
     * @param config of a kind that locks
     */
    public static StatusWriter create(
            StatusWriterConfig config, PagedStatusLog log, UnaryOperator<StatusCursor> cursors) {
        if (config.kind() == Kind.DIRECT) {
            throw new IllegalArgumentException("a direct writer has no cursors: kind=" + config.kind());
        }
        return locked(config, LockedStatuses.around(LockedStatuses.of(log, modeOf(config)), cursors));
    }

    private static LockMode modeOf(StatusWriterConfig config) {
        return config.kind() == Kind.SHARED ? LockMode.SHARED : LockMode.EXCLUSIVE;
    }

    private static StatusWriter locked(StatusWriterConfig config, LockedStatuses statuses) {
        return switch (config.kind()) {
            case LIST -> new ListWriter(statuses, config.fastPath());
            case RING -> ring(config, statuses);
            default -> new LockedWriter(statuses);
        };
    }

    /** A writer with a ring, on a log or, in tests, what stands for one. */
    static RingWriter ring(StatusWriterConfig config, LockedStatuses statuses) {
        if (config.leader() == Leader.PARTICIPANT) {
            return new RingWriter(statuses, CommitRing.ofParticipants(config.ringSize()), config.fastPath());
        }
        CommitRing ring = CommitRing.ofThread(config.ringSize(), config.leaderWait());
        RingWriter writer = new RingWriter(statuses, ring, config.fastPath());
        writer.serveBy(new LeaderThread(writer, ring));
        return writer;
    }
}
