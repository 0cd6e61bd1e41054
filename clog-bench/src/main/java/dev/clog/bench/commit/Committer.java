package dev.clog.bench.commit;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/** A thread that commits: its way into the peer, and ids that no other thread has. */
@State(Scope.Thread)
public class Committer {
    private Peer.Session session;
    private long next;
    private int stride;

    /** Opens the way in; the threads take turns in the ids. */
    @Setup
    public void open(OpenPeer peer, ThreadParams threads) throws Exception {
        session = peer.session();
        next = peer.firstXid() + threads.getThreadIndex();
        stride = threads.getThreadCount();
    }

    /** Commits the next id. */
    public void commitNext() throws Exception {
        long xid = next;
        next += stride;
        session.commit(xid);
    }

    /** Closes it. */
    @TearDown
    public void close() throws Exception {
        session.close();
    }
}
