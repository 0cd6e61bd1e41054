package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogInUseException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.spi.PageStore;
import dev.clog.testkit.Crash;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.ProbingPageStore;
import dev.clog.testkit.StoreOperation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Records of every kind, through files, buffers and opens. */
class CommitJournalTest {
    private static final JournalConfig SMALL =
            JournalConfig.defaults().withFileBytes(8 << 10).withBufferBytes(4 << 10);
    private static final long[] NONE = {};

    private final MemoryPageStore store = new MemoryPageStore();

    @Test
    @DisplayName("FLT-3: what was flushed is replayed in its order, of every kind, with its position")
    void shouldReplayWhatWasFlushed() throws IOException {
        List<Long> positions = new ArrayList<>();
        try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
            positions.add(journal.append(100, NONE, TransactionStatus.COMMITTED));
            positions.add(journal.append(101, new long[] {102, 103}, TransactionStatus.ABORTED));
            positions.add(journal.appendPageZeroed(7));
            positions.add(journal.appendTruncate(50));
            positions.add(journal.appendReservation(1 << 20));
            assertTrue(journal.flushedLsn() < positions.get(0));
            journal.flush(positions.get(4));
            assertEquals(positions.get(4), journal.flushedLsn());
            assertEquals(1, journal.statistics().flush().forces());

            Recorded recorded = new Recorded();
            try (CommitJournal after = CommitJournal.open(store.crash(Crash.losingAll()), SMALL)) {
                after.replay(recorded);
            }
            assertEquals(
                    List.of(
                            Recorded.tree(TransactionStatus.COMMITTED, 100),
                            Recorded.tree(TransactionStatus.ABORTED, 101, 102, 103),
                            "page 7",
                            "truncate 50",
                            "reserve " + (1 << 20)),
                    recorded.records);
            assertEquals(positions, recorded.positions);
        }
    }

    @Test
    @DisplayName("closing makes durable what was appended, and opening goes on after it")
    void shouldGoOnWhereItEnded() throws IOException {
        List<String> expected = new ArrayList<>();
        for (int open = 0; open < 20; open++) {
            try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
                assertEquals(expected, Recorded.of(journal));
                for (int i = 0; i < 100; i++) {
                    long xid = 1000L * open + i;
                    journal.append(xid, NONE, TransactionStatus.COMMITTED);
                    expected.add(Recorded.tree(TransactionStatus.COMMITTED, xid));
                }
            }
        }
    }

    @Test
    @DisplayName("a tree may be larger than the buffer and the files")
    void shouldTakeLargeTrees() throws IOException {
        long[] children = LongStream.range(5_000, 12_000).toArray();
        try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
            journal.append(4_998, NONE, TransactionStatus.COMMITTED);
            journal.append(4_999, children, TransactionStatus.COMMITTED);
            journal.flush(journal.append(20_000, NONE, TransactionStatus.ABORTED));
        }
        try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
            assertEquals(
                    List.of(
                            Recorded.tree(TransactionStatus.COMMITTED, 4_998),
                            Recorded.tree(TransactionStatus.COMMITTED, 4_999, children),
                            Recorded.tree(TransactionStatus.ABORTED, 20_000)),
                    Recorded.of(journal));
        }
    }

    @Test
    @DisplayName("after a checkpoint replay begins at its redo point, and files before that are removed or used again")
    void shouldBeginAtTheLastCheckpoint() throws IOException {
        for (int round = 0; round < 30; round++) {
            try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
                for (int i = 0; i < 1_000; i++) {
                    journal.append(i, NONE, TransactionStatus.COMMITTED);
                }
                long redo = journal.appendedLsn();
                journal.append(1_000_000 + round, NONE, TransactionStatus.COMMITTED);
                Checkpoint checkpoint = new Checkpoint(redo, 2_000 + round, 3);
                journal.flush(journal.appendCheckpoint(checkpoint));
                journal.removeBefore(redo);
                journal.flush(journal.append(2_000_000, NONE, TransactionStatus.ABORTED));
                assertTrue(journal.statistics().files() <= 2, journal.statistics()::toString);
                assertTrue(store.entries().size() <= 6, () -> store.entries().toString());

                try (CommitJournal after = CommitJournal.open(store.crash(Crash.losingAll()), SMALL)) {
                    assertEquals(Optional.of(checkpoint), after.lastCheckpoint());
                    assertEquals(
                            List.of(
                                    Recorded.tree(TransactionStatus.COMMITTED, 1_000_000 + round),
                                    checkpoint.toString(),
                                    Recorded.tree(TransactionStatus.ABORTED, 2_000_000)),
                            Recorded.of(after));
                }
            }
        }
    }

    @Test
    @DisplayName("LIF-8: a second owner is told of the first")
    void shouldRefuseASecondOwner() {
        try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
            assertThrows(LogInUseException.class, () -> CommitJournal.open(store, SMALL));
            assertTrue(journal.end().isEmpty());
        }
        CommitJournal.open(store, SMALL).close();
        assertEquals(0, store.openFiles());
    }

    @Test
    @DisplayName("LIF-8: an open that ends by an error of the virtual machine lets the folder go")
    void shouldLetTheFolderGoAfterAnError() {
        PageStore scarce = new ProbingPageStore(store, operation -> {
            if (operation.kind() == StoreOperation.Kind.ENTRIES) {
                throw new OutOfMemoryError("a test's");
            }
        });
        assertThrows(OutOfMemoryError.class, () -> CommitJournal.open(scarce, SMALL));
        CommitJournal.open(store, SMALL).close();
    }

    @Test
    @DisplayName("a closed journal takes nothing and says so")
    void shouldRefuseAfterTheClose() throws IOException {
        CommitJournal journal = CommitJournal.open(store, SMALL);
        long lsn = journal.append(3, NONE, TransactionStatus.COMMITTED);
        assertThrows(IllegalArgumentException.class, () -> journal.flush(lsn + 1));
        assertThrows(IllegalArgumentException.class, () -> journal.removeBefore(lsn));
        journal.close();
        journal.close();
        assertEquals(lsn, journal.flushedLsn());
        assertFalse(journal.end().isEmpty());
        assertThrows(IOException.class, () -> journal.append(3, NONE, TransactionStatus.COMMITTED));
        assertThrows(IOException.class, () -> journal.flush(lsn + 1));
        journal.flush(lsn); // durable, and stays so
        assertEquals(0, store.openFiles());
    }
}
