package dev.clog.bench.commit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.Txn;

/** LMDB as it is by default, durable: writing transactions come one after the other, each with its own force. */
final class LmdbPeer implements Peer {
    private static final long MAP_SIZE_BYTES = 1L << 30;

    private final Env<ByteBuffer> environment;
    private final Dbi<ByteBuffer> statuses;

    LmdbPeer(Path folder) {
        environment = Env.create().setMapSize(MAP_SIZE_BYTES).setMaxDbs(1).open(folder.toFile());
        statuses = environment.openDbi("statuses", DbiFlags.MDB_CREATE, DbiFlags.MDB_INTEGERKEY);
    }

    @Override
    public Session session() {
        ByteBuffer key = key();
        ByteBuffer value = ByteBuffer.allocateDirect(1);
        return xid -> {
            key.putLong(0, xid);
            value.put(0, (byte) 1);
            try (Txn<ByteBuffer> transaction = environment.txnWrite()) {
                statuses.put(transaction, key, value);
                transaction.commit();
            }
        };
    }

    private static ByteBuffer key() {
        return ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
    }

    @Override
    public int status(long xid) {
        try (Txn<ByteBuffer> transaction = environment.txnRead()) {
            return statuses.get(transaction, key().putLong(0, xid)).get(0);
        }
    }

    @Override
    public void close() {
        environment.close();
    }
}
