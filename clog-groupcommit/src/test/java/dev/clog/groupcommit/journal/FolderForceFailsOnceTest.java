package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.ClogException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.spi.PageStore;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** LIF-3: a force of the journal's folder fails once, and those after it say that all is well. */
class FolderForceFailsOnceTest {
    private static final JournalConfig SMALL =
            JournalConfig.defaults().withFileBytes(8 << 10).withBufferBytes(4 << 10);
    private static final long[] CHILDREN = new long[50];
    private static final int COMMITS = 120;
    private static final int COMMITS_PER_REMOVAL = 40;
    private static final long PATIENCE_NS = 30_000_000_000L;

    private static final class FailingFolder extends ForwardingPageStore {
        private final long failing;
        private final AtomicLong seen = new AtomicLong();

        FailingFolder(PageStore store, long failing) {
            super(store);
            this.failing = failing;
        }

        boolean fired() {
            return seen.get() >= failing;
        }

        @Override
        public void force() throws IOException {
            if (seen.incrementAndGet() == failing) {
                throw new IOException("as if the folder could not be forced");
            }
            super.force();
        }
    }

    @Test
    @DisplayName("LIF-3: whichever force of the folder fails, the journal acknowledges nothing after it")
    void shouldAcknowledgeNothingAfterAFailedForceOfTheFolder() {
        long failing = 1;
        while (fireAndCheck(failing)) {
            failing++;
        }
        assertTrue(failing > 10, "forces=" + failing);
    }

    /** False if that many forces did not happen. */
    private static boolean fireAndCheck(long failing) {
        FailingFolder store = new FailingFolder(new MemoryPageStore(), failing);
        try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
            commitUntilItFires(journal, store);
            if (!store.fired()) {
                return false;
            }
            awaitRefusal(journal); // it may have been another thread's
            for (int i = 0; i < COMMITS; i++) {
                assertThrows(IOException.class, () -> commit(journal), "force " + failing);
            }
        } catch (ClogException e) {
            assertTrue(store.fired(), e::toString);
        }
        return true;
    }

    private static void awaitRefusal(CommitJournal journal) {
        long end = System.nanoTime() + PATIENCE_NS;
        while (journal.end().isEmpty() && System.nanoTime() < end) {
            try {
                commit(journal);
            } catch (IOException e) {
                return;
            }
            LockSupport.parkNanos(100_000);
        }
    }

    private static void commitUntilItFires(CommitJournal journal, FailingFolder store) {
        try {
            for (int i = 1; i <= COMMITS && !store.fired(); i++) {
                long lsn = commit(journal);
                if (i % COMMITS_PER_REMOVAL == 0) {
                    journal.removeBefore(lsn);
                }
            }
        } catch (IOException | ClogException e) {
            assertTrue(store.fired(), e::toString);
        }
    }

    private static long commit(CommitJournal journal) throws IOException {
        long lsn = journal.append(1_000, CHILDREN, TransactionStatus.COMMITTED);
        journal.flush(lsn);
        return lsn;
    }
}
