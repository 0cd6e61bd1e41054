package dev.clog.groupcommit;

import dev.clog.groupcommit.status.StatusWriterConfig;
import dev.clog.groupcommit.status.StatusWriterConfig.LeaderWait;
import java.util.ArrayList;
import java.util.List;

/** The ways to set statuses that a log is tested with: each kind, and each way in which a thread leads. */
final class Writers {
    private Writers() {}

    static List<StatusWriterConfig> all() {
        List<StatusWriterConfig> all = new ArrayList<>(List.of(
                StatusWriterConfig.direct(),
                StatusWriterConfig.shared(),
                StatusWriterConfig.exclusive(),
                StatusWriterConfig.list(),
                StatusWriterConfig.list().withFastPath(false),
                StatusWriterConfig.ring(),
                StatusWriterConfig.ring().withFastPath(false).withRingSize(2)));
        for (LeaderWait wait : LeaderWait.values()) {
            all.add(StatusWriterConfig.ring().withFastPath(false).withLeaderThread(wait));
        }
        return all;
    }
}
