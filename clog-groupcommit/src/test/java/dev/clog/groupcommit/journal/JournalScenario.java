package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.ClogException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.spi.PageStore;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A random life of a journal: appends, flushes, checkpoints with removal, closes and opens; and what must be there after a
 * crash at any moment of it. The check may run in another thread than the life.
 */
final class JournalScenario {
    private static final int STEPS = 60;
    private static final int LARGEST_TREE = 300;

    private final JournalConfig config;
    private final long seed;
    private final SplittableRandom random;
    /** Text of every record by the position after it; a record is in here before it is appended. */
    private final NavigableMap<Long, String> records = new ConcurrentSkipListMap<>();

    private volatile long acknowledged = JournalLayout.FIRST_LSN;
    private volatile long acknowledgedRedo = JournalLayout.FIRST_LSN;
    private long nextXid = 100;

    JournalScenario(JournalConfig config, long seed) {
        this.config = config;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
    }

    /** Lives on a store; where the store fails, until the journal says that it has failed. */
    void run(PageStore store) {
        CommitJournal journal = null;
        try {
            journal = open(store);
            for (int step = 0; step < STEPS; step++) {
                if (random.nextInt(20) == 0) {
                    journal.close();
                    if (journal.flushedLsn() < lastPosition()) {
                        // It had failed in the background, and a close has nothing to add.
                        String end = journal.end().orElseThrow().getMessage();
                        assertTrue(end.startsWith("the log has failed"), "seed=" + seed + " " + end);
                        break;
                    }
                    acknowledged = lastPosition();
                    journal = open(store);
                }
                step(journal);
            }
        } catch (IOException e) {
            requireFinal(journal);
        } catch (ClogException e) {
            // The open or the close has failed, and says so.
        } finally {
            close(journal);
        }
    }

    private static void close(CommitJournal journal) {
        try {
            if (journal != null) {
                journal.close();
            }
        } catch (ClogException e) {
            // What it can't make durable is not acknowledged.
        }
    }

    /** One that fails to open may work the second time. */
    private CommitJournal open(PageStore store) {
        try {
            return CommitJournal.open(store, config);
        } catch (ClogException e) {
            return CommitJournal.open(store, config);
        }
    }

    private void requireFinal(CommitJournal journal) {
        long end = journal.appendedLsn();
        String more = Recorded.tree(TransactionStatus.ABORTED, 3);
        records.putIfAbsent(end + RecordLayout.FIXED_BYTES, more);
        assertThrows(IOException.class, () -> journal.flush(journal.append(3, new long[0], TransactionStatus.ABORTED)));
        assertThrows(IOException.class, () -> journal.flush(end));
    }

    private void step(CommitJournal journal) throws IOException {
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> appendTree(journal);
            case 3 -> {
                appendTree(journal);
                journal.scheduleFlush();
            }
            case 4 -> {
                appendTree(journal);
                journal.requestFlush(lastPosition());
            }
            case 5, 6 -> {
                appendTree(journal);
                acknowledge(journal);
            }
            default -> checkpoint(journal);
        }
    }

    private void appendTree(CommitJournal journal) throws IOException {
        TransactionStatus status = random.nextBoolean() ? TransactionStatus.COMMITTED : TransactionStatus.ABORTED;
        long xid = nextXid++;
        int size = random.nextInt(10) == 0 ? random.nextInt(LARGEST_TREE) : random.nextInt(5);
        long[] children = new long[size];
        for (int i = 0; i < size; i++) {
            children[i] = nextXid++;
        }
        expect(journal, Recorded.tree(status, xid, children), size);
        assertEquals(lastPosition(), journal.append(xid, children, status), "seed=" + seed);
    }

    private void expect(CommitJournal journal, String record, int values) {
        records.put(journal.appendedLsn() + RecordLayout.FIXED_BYTES + (long) values * Long.BYTES, record);
    }

    private long lastPosition() {
        return records.isEmpty() ? JournalLayout.FIRST_LSN : records.lastKey();
    }

    private void acknowledge(CommitJournal journal) throws IOException {
        journal.flush(lastPosition());
        acknowledged = lastPosition();
    }

    private void checkpoint(CommitJournal journal) throws IOException {
        long redo = journal.appendedLsn();
        appendTree(journal);
        Checkpoint checkpoint = new Checkpoint(redo, nextXid, 3);
        expect(journal, checkpoint.toString(), 2);
        journal.appendCheckpoint(checkpoint);
        acknowledge(journal);
        acknowledgedRedo = redo;
        try {
            journal.removeBefore(redo);
        } catch (ClogException e) {
            // What could not be removed is removed later; the journal works on.
        }
    }

    /** The position up to which a crash from now on may lose nothing; to be asked before the crash. */
    Promise promise() {
        return new Promise(acknowledged, acknowledgedRedo);
    }

    /** What was acknowledged at a moment. */
    record Promise(long lsn, long redoLsn) {}

    /** The store, after a crash, has what was promised, and nothing that was never appended, in order and without a gap. */
    void check(PageStore store, Promise promise, String when) {
        String what = "seed=" + seed + " " + when + ": ";
        Recorded recorded = new Recorded();
        long at;
        try (CommitJournal journal = CommitJournal.open(store, config)) {
            journal.replay(recorded);
            at = journal.lastCheckpoint().map(Checkpoint::redoLsn).orElse(JournalLayout.FIRST_LSN);
        }
        assertTrue(at >= promise.redoLsn(), () -> what + "a checkpoint was lost");
        for (int i = 0; i < recorded.records.size(); i++) {
            Map.Entry<Long, String> next = records.higherEntry(at);
            assertTrue(next != null, what + "invented: " + recorded.records.get(i));
            assertEquals(next.getKey(), recorded.positions.get(i), what);
            assertEquals(next.getValue(), recorded.records.get(i), what);
            at = next.getKey();
        }
        assertTrue(at >= promise.lsn(), what + "lost: found up to " + at + ", acknowledged up to " + promise.lsn());
    }
}
