package dev.clog.bench.commit;

import java.nio.file.Path;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** The store below H2. A commit of the store covers what other threads put; each commit here asks for one, and a force. */
final class MvStorePeer implements Peer {
    private final MVStore store;
    private final MVMap<Long, Byte> statuses;

    MvStorePeer(Path folder) {
        store = new MVStore.Builder()
                .fileName(folder.resolve("statuses").toString())
                .open();
        statuses = store.openMap("statuses");
    }

    @Override
    public Session session() {
        return this::commit;
    }

    private void commit(long xid) {
        statuses.put(xid, (byte) 1);
        store.commit();
        store.sync();
    }

    @Override
    public int status(long xid) {
        return statuses.get(xid);
    }

    @Override
    public void close() {
        store.close();
    }
}
