package dev.clog.bench.commit;

import com.persistit.Exchange;
import com.persistit.Persistit;
import com.persistit.Transaction;
import com.persistit.Transaction.CommitPolicy;
import com.persistit.exception.PersistitException;
import java.nio.file.Path;
import java.util.Properties;

/** Persistit, whose transactions are a thread's own, with the policy that each is durable when {@code commit} returns. */
final class PersistitPeer implements Peer {
    private static final String VOLUME = "statuses";

    private final Persistit database = new Persistit();

    PersistitPeer(Path folder) throws PersistitException {
        Properties properties = new Properties();
        properties.setProperty("datapath", folder.toString());
        properties.setProperty("logfile", folder.resolve("persistit.log").toString());
        properties.setProperty("journalpath", folder.resolve("journal").toString());
        properties.setProperty("buffer.count.16384", "1024");
        properties.setProperty(
                "volume.1",
                "${datapath}/" + VOLUME + ",create,pageSize:16384,initialSize:16M,extensionSize:16M,maximumSize:1G");
        database.setProperties(properties);
        database.initialize();
    }

    @Override
    public Session session() throws PersistitException {
        Exchange exchange = database.getExchange(VOLUME, "status", true);
        return xid -> commit(exchange, xid);
    }

    private void commit(Exchange exchange, long xid) throws PersistitException {
        Transaction transaction = database.getTransaction();
        transaction.begin();
        try {
            exchange.getValue().put((byte) 1);
            exchange.clear().append(xid).store();
            transaction.commit(CommitPolicy.HARD);
        } finally {
            transaction.end();
        }
    }

    @Override
    public int status(long xid) throws PersistitException {
        return database.getExchange(VOLUME, "status", false)
                .clear()
                .append(xid)
                .fetch()
                .getValue()
                .getByte();
    }

    @Override
    public void close() throws PersistitException {
        database.close();
    }
}
