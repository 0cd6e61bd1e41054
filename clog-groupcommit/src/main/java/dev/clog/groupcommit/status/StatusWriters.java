package dev.clog.groupcommit.status;

import dev.clog.groupcommit.StatusWriterConfig;
import dev.clog.groupcommit.StatusWriterConfig.Leader;
import dev.clog.lock.LockMode;
import dev.clog.offheap.PagedStatusLog;

/** Makes the writer that a configuration asks for. */
public final class StatusWriters {
    private StatusWriters() {}

    /**
     * A writer of a log. Any number of writers of any kinds may work on one log; who locks what is then up to each.
     *
     * @param log stays the caller's, who closes it after the writer
     */
    public static StatusWriter create(StatusWriterConfig config, PagedStatusLog log) {
        LockedStatuses exclusive = LockedStatuses.of(log, LockMode.EXCLUSIVE);
        return switch (config.kind()) {
            case DIRECT -> new DirectWriter(log);
            case SHARED -> new LockedWriter(LockedStatuses.of(log, LockMode.SHARED));
            case EXCLUSIVE -> new LockedWriter(exclusive);
            case LIST -> new ListWriter(exclusive, config.fastPath());
            case RING -> ring(config, exclusive);
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
