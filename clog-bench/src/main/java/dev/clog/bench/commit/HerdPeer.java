package dev.clog.bench.commit;

import herddb.file.FileCommitLogManager;
import herddb.log.CommitLog;
import herddb.log.LogEntryFactory;
import herddb.log.LogSequenceNumber;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The commit log of HerdDB as its server configures it: one writing thread, groups, a force for each group. */
final class HerdPeer implements Peer {
    /** Held here, since a logger that nobody holds forgets its level. */
    private static final Logger LOGGER = Logger.getLogger("herddb");

    private final FileCommitLogManager logs;
    private final CommitLog log;

    HerdPeer(Path folder) throws Exception {
        LOGGER.setLevel(Level.WARNING);
        logs = new FileCommitLogManager(folder);
        logs.start();
        log = logs.createCommitLog("statuses", "statuses", "bench");
        log.recovery(LogSequenceNumber.START_OF_TIME, (position, entry) -> {}, false);
        log.startWriting(1);
    }

    @Override
    public Session session() {
        return xid -> log.log(LogEntryFactory.commitTransaction(xid), true).getLogSequenceNumber();
    }

    @Override
    public void close() throws Exception {
        log.close();
        logs.close();
    }
}
