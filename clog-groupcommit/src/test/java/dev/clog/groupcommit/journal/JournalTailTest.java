package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.ClogException;
import dev.clog.api.LogFormatException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.testkit.Crash;
import dev.clog.testkit.DiskError;
import dev.clog.testkit.FailingPageStore;
import dev.clog.testkit.ForwardingPageFile;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FLT-2, FLT-3: the journal is cut at the first record that is not whole, and what lies behind never comes back. */
class JournalTailTest {
    private static final int EFFORT = Integer.getInteger("clog.effort", 1);
    private static final long SEED = Long.getLong("clog.seed", System.nanoTime());
    private static final JournalConfig SMALL =
            JournalConfig.defaults().withFileBytes(8 << 10).withBufferBytes(4 << 10);
    private static final long[] NONE = {};

    /** A journal of some records, the last of which were never forced, nor was anything since the first. */
    private final List<String> records = new ArrayList<>();

    private final List<Long> positions = new ArrayList<>();

    private MemoryPageStore journalOf(int count) throws IOException {
        MemoryPageStore store = new MemoryPageStore();
        try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
            for (int i = 0; i < count; i++) {
                long[] children = new long[i % 4];
                Arrays.setAll(children, child -> 1000L + child);
                positions.add(journal.append(i + 3, children, TransactionStatus.COMMITTED));
                records.add(Recorded.tree(TransactionStatus.COMMITTED, i + 3, children));
            }
        }
        return store;
    }

    private static MemoryPageStore copyWith(MemoryPageStore store, String name, byte[] content) throws IOException {
        MemoryPageStore copy = store.crash(Crash.keepingAll());
        copy.add(name, content);
        return copy;
    }

    @Test
    @DisplayName("each bit of the last records flipped: the journal is cut there, and goes on from there")
    void shouldCutAtEveryFlippedBit() throws IOException {
        MemoryPageStore store = journalOf(12);
        String name = JournalLayout.fileName(JournalLayout.FIRST_LSN);
        byte[] content = store.content(name);
        int from = offset(positions.get(9));
        for (int offset = from; offset < offset(positions.get(11)); offset++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                byte[] damaged = content.clone();
                damaged[offset] ^= (byte) (1 << bit);
                checkCut(copyWith(store, name, damaged), offset < offset(positions.get(10)) ? 10 : 11, "bit " + bit);
            }
        }
    }

    @Test
    @DisplayName("zeros from each byte of the last records on: the journal is cut there, and goes on from there")
    void shouldCutAtEveryByte() throws IOException {
        MemoryPageStore store = journalOf(12);
        String name = JournalLayout.fileName(JournalLayout.FIRST_LSN);
        byte[] content = store.content(name);
        for (int offset = offset(positions.get(8)); offset < offset(positions.get(11)); offset++) {
            byte[] damaged = content.clone();
            Arrays.fill(damaged, offset, damaged.length, (byte) 0);
            int kept = 0;
            while (kept < 12 && isWhole(damaged, content, positions.get(kept))) {
                kept++;
            }
            checkCut(copyWith(store, name, damaged), kept, "zeros from " + offset);
        }
    }

    private static boolean isWhole(byte[] damaged, byte[] content, long endLsn) {
        return Arrays.equals(damaged, 0, offset(endLsn), content, 0, offset(endLsn));
    }

    private static int offset(long lsn) {
        return (int) JournalLayout.offset(JournalLayout.FIRST_LSN, lsn);
    }

    private void checkCut(MemoryPageStore store, int kept, String what) throws IOException {
        List<String> expected = new ArrayList<>(records.subList(0, kept));
        try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
            assertEquals(expected, Recorded.of(journal), what);
            journal.append(99, NONE, TransactionStatus.ABORTED);
            expected.add(Recorded.tree(TransactionStatus.ABORTED, 99));
        }
        try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
            assertEquals(expected, Recorded.of(journal), what);
        }
    }

    @Test
    @DisplayName("records behind a hole never come back, when new ones end where they begin")
    void shouldNotBringBackWhatLiesBehindAHole() throws IOException {
        for (int i = 0; i < 300 * EFFORT; i++) {
            crashTwice(SEED + i, store -> store);
        }
    }

    @Test
    @DisplayName("they would, if the file were not cleared behind its end: the test of the test")
    void shouldSeeThemIfTheTailIsNotCleared() {
        assertThrows(AssertionError.class, () -> {
            for (int i = 0; i < 300; i++) {
                crashTwice(i, JournalTailTest::keepingTheTail);
            }
        });
    }

    private static PageStore keepingTheTail(PageStore store) {
        return new ForwardingPageStore(store) {
            @Override
            protected PageFile wrap(PageFile file) {
                return new ForwardingPageFile(file) {
                    @Override
                    public int write(ByteBuffer source, long offset) throws IOException {
                        if (offset > 0
                                && source.mismatch(ByteBuffer.allocate(source.remaining())) < 0
                                && size() > offset) {
                            return source.remaining();
                        }
                        return super.write(source, offset);
                    }
                };
            }
        };
    }

    /** Records of one size are written and not forced; the power fails; others of this size are written in their place. */
    private static void crashTwice(long seed, UnaryOperator<PageStore> wrapping) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        MemoryPageStore first = new MemoryPageStore();
        CommitJournal.open(first, SMALL).close();
        long[] children = new long[20 + random.nextInt(40)];
        FailingPageStore failing =
                FailingPageStore.forGood(first, operation -> operation.kind() == Kind.FORCE, 2, DiskError.INPUT_OUTPUT);
        appendSome(CommitJournal.open(failing, SMALL), 100, 8, children);
        MemoryPageStore second = first.crash(Crash.keepingSome(seed).tornAt(512));

        CommitJournal journal = CommitJournal.open(wrapping.apply(second), SMALL);
        List<String> expected = new ArrayList<>(Recorded.of(journal));
        int more = 1 + random.nextInt(8);
        appendSome(journal, 200, more, children);
        for (int i = 0; i < more; i++) {
            expected.add(Recorded.tree(TransactionStatus.COMMITTED, 200 + i, children));
        }
        try (CommitJournal after = CommitJournal.open(second.crash(Crash.losingAll()), SMALL)) {
            assertEquals(expected, Recorded.of(after), "seed=" + seed);
        }
    }

    private static void appendSome(CommitJournal journal, long xid, int count, long[] children) {
        try (journal) {
            for (int i = 0; i < count; i++) {
                journal.append(xid + i, children, TransactionStatus.COMMITTED);
            }
            journal.flush(journal.appendedLsn());
        } catch (IOException | ClogException e) {
            // The force that was to fail.
        }
    }

    @Test
    @DisplayName("a record that is whole but of another position is none: files are used again as they are")
    void shouldNotTakeWhatWasWrittenElsewhere() throws IOException {
        MemoryPageStore store = journalOf(9);
        String name = JournalLayout.fileName(JournalLayout.FIRST_LSN);
        byte[] content = store.content(name);
        int end = offset(positions.get(8));
        byte[] stale = content.clone();
        System.arraycopy(content, offset(positions.get(3)), stale, end, end - offset(positions.get(3)));
        checkCut(copyWith(store, name, stale), 9, "records of another position");
    }

    @Test
    @DisplayName("files that are used again show nothing of what they held")
    void shouldShowNothingOfAnEarlierLife() throws IOException {
        MemoryPageStore store = new MemoryPageStore();
        long reused = 0;
        for (int round = 0; round < 40; round++) {
            List<String> expected = new ArrayList<>();
            try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
                for (int i = 0; i < 300; i++) {
                    journal.append(i, NONE, TransactionStatus.COMMITTED);
                }
                long redo = journal.appendedLsn();
                Checkpoint checkpoint = new Checkpoint(redo, 300, 3);
                journal.flush(journal.appendCheckpoint(checkpoint));
                journal.removeBefore(redo);
                expected.add(checkpoint.toString());
                for (int i = 0; i < 400; i++) {
                    long xid = 1_000L * round + i;
                    journal.append(xid, NONE, TransactionStatus.ABORTED);
                    expected.add(Recorded.tree(TransactionStatus.ABORTED, xid));
                }
                journal.flush(journal.appendedLsn());
                reused += journal.statistics().filesReused();
                try (CommitJournal after = CommitJournal.open(store.crash(Crash.losingAll()), SMALL)) {
                    assertEquals(expected, Recorded.of(after));
                }
            }
        }
        assertTrue(reused > 10, "reused=" + reused);
    }

    @Test
    @DisplayName("damage where the journal was durable is an error that names the place, and changes nothing")
    void shouldTellDamageFromATornTail() throws IOException {
        MemoryPageStore store = new MemoryPageStore();
        List<Long> ends = new ArrayList<>();
        try (CommitJournal journal = CommitJournal.open(store, SMALL)) {
            for (int i = 0; i < 40; i++) {
                ends.add(journal.append(i, new long[10], TransactionStatus.COMMITTED));
                journal.flush(ends.get(i));
            }
        }
        String name = JournalLayout.fileName(JournalLayout.FIRST_LSN);
        byte[] damaged = store.content(name);
        damaged[offset(ends.get(10)) + 40] ^= 1;
        MemoryPageStore copy = copyWith(store, name, damaged);
        LogFormatException refused = assertThrows(LogFormatException.class, () -> CommitJournal.open(copy, SMALL));
        assertTrue(refused.file().endsWith(name), refused::getMessage);
        assertEquals(offset(ends.get(10)), refused.offset());
        assertEquals(0, copy.unsynced());
        assertEquals(0, copy.openFiles());
    }
}
