package dev.clog.bench.commit;

import java.nio.file.Path;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The peer under test, in a new folder on a disk. */
@State(Scope.Benchmark)
public class OpenPeer {
    /** See {@link Peer#open}. */
    @Param("journal")
    public String mechanism;

    private Path folder;
    private Peer peer;

    /** Opens it. */
    @Setup
    public void open() throws Exception {
        folder = DiskFolder.create();
        peer = Peer.open(mechanism, folder);
    }

    Peer.Session session() throws Exception {
        return peer.session();
    }

    long firstXid() {
        return peer.firstXid();
    }

    /** Forces so far, or -1. */
    long forces() {
        return peer.forces();
    }

    /** Closes it and removes its folder. */
    @TearDown
    public void close() throws Exception {
        peer.close();
        DiskFolder.remove(folder);
    }
}
