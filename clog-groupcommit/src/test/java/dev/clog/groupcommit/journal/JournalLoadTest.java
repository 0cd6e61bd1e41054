package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.TransactionStatus;
import dev.clog.api.spi.PageStore;
import dev.clog.offheap.store.FilePageStore;
import dev.clog.testkit.InterruptingPageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.SlowPageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many commit at once while files end, are made, are removed and are used again. */
class JournalLoadTest {
    private static final int EFFORT = Integer.getInteger("clog.effort", 1);
    private static final JournalConfig SMALL =
            JournalConfig.defaults().withFileBytes(16 << 10).withBufferBytes(8 << 10);
    private static final int THREADS = 12;
    private static final int EACH = 1_500;

    @TempDir
    private Path folder;

    @Test
    @DisplayName("GRP-11, FLT-3: on a real disk, with 1 and 8 locks: every acknowledged commit is replayed once")
    void shouldReplayEveryCommitOfARealFolder() throws Exception {
        for (int locks : new int[] {1, 8}) {
            Path journal = folder.resolve("locks" + locks);
            commitUnderLoad(FilePageStore.create(journal), FilePageStore.openForWriting(journal), locks);
        }
    }

    @Test
    @DisplayName("files end, are removed and used again while others commit")
    void shouldRemoveUnderLoad() throws Exception {
        for (int round = 0; round < 2 * EFFORT; round++) {
            MemoryPageStore memory = new MemoryPageStore();
            SlowPageStore slow =
                    new SlowPageStore(memory, operation -> operation.kind() == Kind.FORCE, 100, TimeUnit.MICROSECONDS);
            commitUnderLoad(slow, memory, 8);
        }
    }

    private static void commitUnderLoad(PageStore store, PageStore again, int locks) throws Exception {
        AtomicLong nextXid = new AtomicLong(1);
        Map<Long, Long> acknowledged = new ConcurrentHashMap<>();
        JournalConfig config = SMALL.withInsertionLocks(locks);
        long[] children = {7, 8, 9};
        AtomicBoolean done = new AtomicBoolean();
        try (CommitJournal journal = CommitJournal.open(store, config);
                Committers checkpointers = new Committers();
                Committers committers = new Committers()) {
            for (int t = 0; t < THREADS; t++) {
                committers.start(() -> {
                    for (int i = 0; i < EACH; i++) {
                        long xid = nextXid.getAndIncrement();
                        long lsn = journal.append(xid, children, TransactionStatus.COMMITTED);
                        journal.flush(lsn);
                        acknowledged.put(xid, lsn);
                    }
                    return null;
                });
            }
            checkpointers.start(() -> {
                while (!done.get()) {
                    long redo = journal.appendedLsn();
                    journal.flush(journal.appendCheckpoint(new Checkpoint(redo, nextXid.get(), 3)));
                    journal.removeBefore(redo);
                    Thread.sleep(2);
                }
                return null;
            });
            try {
                committers.join();
            } finally {
                done.set(true);
            }
            checkpointers.join();
            JournalStatistics statistics = journal.statistics();
            assertTrue(statistics.filesRemoved() > 10, statistics::toString);
            assertTrue(statistics.filesReused() > 0, statistics::toString);
            assertTrue(statistics.flush().forces() < THREADS * EACH / 2, statistics::toString);
        }
        checkReplayed(again, config, acknowledged);
    }

    private static void checkReplayed(PageStore store, JournalConfig config, Map<Long, Long> acknowledged) {
        Set<Long> replayed = new HashSet<>();
        long redo;
        try (CommitJournal journal = CommitJournal.open(store, config)) {
            redo = journal.lastCheckpoint().orElseThrow().redoLsn();
            journal.replay(new JournalVisitor() {
                @Override
                public void committed(long xid, long[] children, long lsn) {
                    assertTrue(replayed.add(xid), "twice: xid=" + xid);
                    assertEquals(acknowledged.get(xid), lsn);
                    assertEquals(3, children.length);
                }
            });
        }
        assertEquals(THREADS * EACH, acknowledged.size());
        acknowledged.forEach((xid, lsn) -> assertEquals(lsn > redo, replayed.contains(xid), "xid=" + xid));
    }

    @Test
    @DisplayName("FLT-4: threads that are interrupted at any operation fail nothing, and keep their flag")
    void shouldSurviveInterrupts() throws Exception {
        InterruptingPageStore interrupting =
                new InterruptingPageStore(FilePageStore.create(folder.resolve("interrupted")), operation -> true);
        try (CommitJournal journal = CommitJournal.open(interrupting, SMALL);
                Committers committers = new Committers()) {
            Thread.interrupted();
            AtomicLong kept = new AtomicLong();
            for (int t = 0; t < 4; t++) {
                committers.start(() -> {
                    for (int i = 0; i < 300; i++) {
                        journal.flush(journal.append(i, new long[10], TransactionStatus.COMMITTED));
                        kept.addAndGet(Thread.interrupted() ? 1 : 0);
                    }
                    return null;
                });
            }
            committers.join();
            assertTrue(kept.get() > 0);
            assertTrue(journal.end().isEmpty());
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    @DisplayName("closing while others commit answers each of them: durable or refused")
    void shouldAnswerAllAtTheClose() throws Exception {
        for (int round = 0; round < 10 * EFFORT; round++) {
            MemoryPageStore memory = new MemoryPageStore();
            SlowPageStore slow =
                    new SlowPageStore(memory, operation -> operation.kind() == Kind.FORCE, 200, TimeUnit.MICROSECONDS);
            Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
            AtomicLong nextXid = new AtomicLong(1);
            try (Committers committers = new Committers()) {
                CommitJournal journal = CommitJournal.open(slow, SMALL);
                for (int t = 0; t < 8; t++) {
                    committers.start(() -> {
                        try {
                            while (true) {
                                long xid = nextXid.getAndIncrement();
                                journal.flush(journal.append(xid, new long[0], TransactionStatus.COMMITTED));
                                acknowledged.add(xid);
                            }
                        } catch (IOException closed) {
                            return null;
                        }
                    });
                }
                Committers.await("some are acknowledged", () -> acknowledged.size() > 100);
                journal.close();
                committers.join();
            }
            assertEquals(0, memory.openFiles());
            Set<Long> found = new HashSet<>();
            try (CommitJournal journal = CommitJournal.open(memory, SMALL)) {
                journal.replay(new JournalVisitor() {
                    @Override
                    public void committed(long xid, long[] children, long lsn) {
                        found.add(xid);
                    }
                });
            }
            assertTrue(found.containsAll(acknowledged));
            assertFalse(acknowledged.isEmpty());
        }
    }
}
