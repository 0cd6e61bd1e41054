package dev.clog.bench.commit;

import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.journal.CommitJournal;
import dev.clog.groupcommit.journal.JournalConfig;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.nio.file.Path;

/** Our journal as it is by default: a record, and a group flush. */
final class JournalPeer implements Peer {
    private static final long[] NO_CHILDREN = {};

    private final CommitJournal journal;

    JournalPeer(Path folder) throws IOException {
        journal = CommitJournal.open(FilePageStore.openForWriting(folder), JournalConfig.defaults());
    }

    @Override
    public Session session() {
        return xid -> journal.flush(journal.append(xid, NO_CHILDREN, TransactionStatus.COMMITTED));
    }

    @Override
    public long forces() {
        return journal.statistics().flush().forces();
    }

    @Override
    public void close() {
        journal.close();
    }
}
