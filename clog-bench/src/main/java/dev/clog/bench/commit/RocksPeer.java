package dev.clog.bench.commit;

import java.nio.file.Path;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** RocksDB: a put with a synchronous write-ahead log, which it groups. */
final class RocksPeer implements Peer {
    private static final byte[] COMMITTED = {1};

    private final Options options;
    private final WriteOptions synchronous;
    private final RocksDB database;

    RocksPeer(Path folder) throws RocksDBException {
        RocksDB.loadLibrary();
        options = new Options().setCreateIfMissing(true);
        synchronous = new WriteOptions().setSync(true);
        database = RocksDB.open(options, folder.toString());
    }

    @Override
    public Session session() {
        return xid -> database.put(synchronous, Keys.of(xid), COMMITTED);
    }

    @Override
    public int status(long xid) throws RocksDBException {
        return database.get(Keys.of(xid))[0];
    }

    @Override
    public void close() {
        database.close();
        synchronous.close();
        options.close();
    }
}
