package dev.clog.bench.commit;

import dev.clog.groupcommit.Clog;
import java.nio.file.Path;

/**
 * Our log as an engine without one of its own uses it, by default: an id, a record, a group flush, the status, and the end of
 * the transaction among those that run. It hands out its own ids, one after the other.
 */
final class ClogPeer implements Peer {
    private final Clog clog;
    private final long firstXid;

    ClogPeer(Path folder) {
        clog = Clog.open(folder.resolve("statuses"));
        firstXid = clog.nextXid();
    }

    @Override
    public Session session() {
        return xid -> clog.commit(clog.begin());
    }

    @Override
    public long firstXid() {
        return firstXid;
    }

    @Override
    public int status(long xid) {
        return clog.status(xid).code();
    }

    @Override
    public long forces() {
        return clog.statistics().journal().flush().forces();
    }

    @Override
    public void close() {
        clog.close();
    }
}
