package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.ClogException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.spi.PageStore;
import dev.clog.testkit.Crash;
import dev.clog.testkit.DroppingForcePageStore;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * LIF-3, FLT-3: what a failed force dropped can still be read when the journal is opened again, and forces say that all is
 * well. Nothing that is acknowledged then is lost at a power loss.
 */
class ReopenAfterFailedForceTest {
    private static final JournalConfig SMALL =
            JournalConfig.defaults().withFileBytes(8 << 10).withBufferBytes(4 << 10);
    private static final long[] CHILDREN = new long[50];

    private final Set<Long> acknowledged = new TreeSet<>();
    private long nextXid = 1_000;

    @Test
    @DisplayName("situation 33: a journal that is opened again after a failed force loses nothing that it acknowledges")
    void shouldLoseNothingThatIsAcknowledgedAfterAFailedForce() {
        boolean fired = true;
        for (long failing = 1; fired; failing++) {
            MemoryPageStore memory = new MemoryPageStore();
            DroppingForcePageStore dropping = new DroppingForcePageStore(memory, failing);
            acknowledged.clear();
            commit(dropping, 60);
            fired = dropping.fired();
            commit(memory, 5);
            assertTrue(acknowledged.size() >= 5, "failing=" + failing);
            assertKept(memory.crash(Crash.losingAll()), failing);
        }
    }

    private void commit(PageStore store, int commits) {
        try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
            for (int i = 0; i < commits; i++) {
                long xid = nextXid++;
                journal.flush(journal.append(xid, CHILDREN, TransactionStatus.COMMITTED));
                acknowledged.add(xid);
            }
        } catch (IOException | ClogException e) {
            assertTrue(store instanceof DroppingForcePageStore dropping && dropping.fired(), e::toString);
        }
    }

    private void assertKept(PageStore store, long failing) {
        Set<Long> found = new TreeSet<>();
        try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
            journal.replay(new JournalVisitor() {
                @Override
                public void committed(long xid, long[] children, long lsn) {
                    found.add(xid);
                }
            });
        }
        Set<Long> lost = new TreeSet<>(acknowledged);
        lost.removeAll(found);
        assertTrue(lost.isEmpty(), () -> "lost " + lost + " where force " + failing + " failed");
    }
}
