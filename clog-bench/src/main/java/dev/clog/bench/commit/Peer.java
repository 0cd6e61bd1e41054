package dev.clog.bench.commit;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Something that an author of an engine may make commits durable with. Opened in an empty folder, used by any number of
 * threads, each through a {@link Session} of its own.
 */
interface Peer {

    /** A thread's way in. */
    interface Session {

        /**
         * Returns when the commit of a transaction is durable.
         *
         * @param xid not committed before
         */
        void commit(long xid) throws Exception;

        /** Closes it; the peer itself stays open. */
        default void close() throws Exception {}
    }

    /** A way in for the thread that will commit through it. */
    Session session() throws Exception;

    /** The first id to commit; with those that hand out ids themselves, the one that they begin with. */
    default long firstXid() {
        return 32;
    }

    /** The status of a committed id as the peer gives it back, or -1 if it keeps a log only. */
    default int status(long xid) throws Exception {
        return -1;
    }

    /** Forces so far, as the peer itself counts them, or -1 if it does not. */
    default long forces() {
        return -1;
    }

    /** Closes it; no thread commits any more. */
    void close() throws Exception;

    /** The peer of a name, as the parameter {@code mechanism} of the benchmarks has it, in a folder that is there. */
    static Peer open(String mechanism, Path folder) throws Exception {
        return switch (mechanism) {
            case "clog" -> new ClogPeer(folder);
            case "force" -> new ForcePeer(folder);
            case "herddb" -> new HerdPeer(folder);
            case "hsqldb" -> new HsqlPeer(folder);
            case "journal" -> new JournalPeer(folder);
            case "lmdb" -> new LmdbPeer(folder);
            case "mvstore" -> new MvStorePeer(folder);
            case "persistit" -> new PersistitPeer(folder);
            case "rocksdb" -> new RocksPeer(folder);
            default -> throw new IOException("no such peer: mechanism=" + mechanism);
        };
    }
}
