package dev.clog.groupcommit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.journal.Checkpoint;
import dev.clog.groupcommit.journal.CommitJournal;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** LIF-2, LIF-5, LIF-6: what a log that opens finds after a crash in a bad moment. */
class ClogOpeningTest {
    private static final long[] NONE = {};

    private final Stores stores = new Stores();

    @Test
    @DisplayName("a checkpoint whose horizon was moved past its next id while it was taken")
    void shouldOpenWhereTheHorizonHasPassedTheNextId() throws IOException {
        try (Clog log = stores.open()) {
            log.commit(log.begin());
        }
        try (CommitJournal journal = CommitJournal.open(stores.journal(), Stores.SMALL.journal())) {
            long redo = journal.appendedLsn();
            journal.appendReservation(5000);
            journal.append(4990, NONE, TransactionStatus.COMMITTED);
            journal.flush(journal.appendCheckpoint(new Checkpoint(redo, 1000, 4800)));
        }
        try (Clog log = stores.open()) {
            assertTrue(log.isCommitted(4990));
            assertEquals(4800, log.oldestXid());
            assertTrue(log.begin() >= 5000);
        }
    }

    @Test
    @DisplayName("a log that begins in the middle of a page, and was killed when its first file had no bytes yet")
    void shouldOpenWhatWasKilledWhileItWasMade() throws IOException {
        for (int bytes : new int[] {0, 100, 8192}) {
            Stores killed = new Stores();
            killed.statuses().add("0000", new byte[bytes]);
            try (Clog log = Clog.builder(Path.of("memory"))
                    .config(Stores.SMALL)
                    .firstXid(1000)
                    .open(killed.statuses(), killed.journal())) {
                long xid = log.begin();
                assertEquals(1000, xid);
                log.commit(xid);
            }
            try (Clog log = killed.open()) {
                assertTrue(log.isCommitted(1000));
            }
        }
    }
}
