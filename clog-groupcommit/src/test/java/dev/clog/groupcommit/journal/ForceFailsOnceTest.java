package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.ClogException;
import dev.clog.api.TransactionStatus;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.testkit.Crash;
import dev.clog.testkit.DroppingForcePageStore;
import dev.clog.testkit.ForwardingPageFile;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Situation 33, LIF-3: one force fails and drops what it should have written; those after it say that all is well. */
class ForceFailsOnceTest {
    private static final JournalConfig SMALL =
            JournalConfig.defaults().withFileBytes(8 << 10).withBufferBytes(4 << 10);
    private static final int THREADS = 4;
    private static final int EACH = 60;

    @Test
    @DisplayName("situation 33: after the failure nothing is acknowledged, and no acknowledged commit is lost")
    void shouldAcknowledgeNothingAfterAFailedForce() throws InterruptedException {
        long failing = 1;
        while (commitUntilFailure(failing, store -> store)) {
            failing++;
        }
        assertTrue(failing > 20, "forces=" + failing);
    }

    @Test
    @DisplayName("a journal that forces a second time loses what it acknowledged: the test of the test")
    void shouldSeeTheLossWhereAForceIsRepeated() {
        assertThrows(
                Throwable.class,
                () -> { // a loss, or damage that the journal itself sees
                    for (long failing = 1; commitUntilFailure(failing, ForceFailsOnceTest::forcingTwice); failing++) {
                        assertTrue(failing < 1_000);
                    }
                });
    }

    private static PageStore forcingTwice(PageStore store) {
        return new ForwardingPageStore(store) {
            @Override
            protected PageFile wrap(PageFile file) {
                return new ForwardingPageFile(file) {
                    @Override
                    public void force() throws IOException {
                        try {
                            super.force();
                        } catch (IOException e) {
                            super.force();
                        }
                    }
                };
            }
        };
    }

    /** False if that many forces did not happen. */
    private static boolean commitUntilFailure(long failing, UnaryOperator<PageStore> wrapping)
            throws InterruptedException {
        MemoryPageStore memory = new MemoryPageStore();
        DroppingForcePageStore dropping = new DroppingForcePageStore(memory, failing);
        Set<Long> acknowledged = new ConcurrentSkipListSet<>();
        CommitJournal journal;
        try {
            journal = CommitJournal.open(wrapping.apply(dropping), SMALL);
        } catch (ClogException e) {
            assertTrue(dropping.fired());
            CommitJournal.open(memory.crash(Crash.losingAll()), SMALL).close();
            return true;
        }
        commitAll(journal, acknowledged);
        if (journal.end().isPresent()) {
            assertTrue(dropping.fired());
            Set<Long> before = Set.copyOf(acknowledged);
            commitAll(journal, acknowledged);
            assertEquals(before, acknowledged, "acknowledged after the failure");
        }
        boolean fired = dropping.fired();
        try {
            journal.close();
        } catch (ClogException e) {
            assertTrue(dropping.fired());
        }
        for (Crash crash : new Crash[] {
            Crash.losingAll(), Crash.keepingAll(), Crash.keepingSome(failing).tornAt(512)
        }) {
            Set<Long> found = new TreeSet<>();
            try (CommitJournal after = CommitJournal.open(memory.crash(crash), SMALL)) {
                after.replay(new JournalVisitor() {
                    @Override
                    public void committed(long xid, long[] children, long lsn) {
                        found.add(xid);
                    }
                });
            }
            assertTrue(found.containsAll(acknowledged), () -> "lost, force " + failing + " " + crash);
        }
        return fired;
    }

    private static void commitAll(CommitJournal journal, Set<Long> acknowledged) throws InterruptedException {
        AtomicLong nextXid = new AtomicLong(acknowledged.size() + 1_000_000L);
        try (Committers committers = new Committers()) {
            for (int t = 0; t < THREADS; t++) {
                committers.start(() -> {
                    for (int i = 0; i < EACH; i++) {
                        long xid = nextXid.getAndIncrement();
                        try {
                            journal.flush(journal.append(xid, new long[] {xid, xid, xid}, TransactionStatus.COMMITTED));
                        } catch (IOException e) {
                            return null;
                        }
                        acknowledged.add(xid);
                    }
                    return null;
                });
            }
            committers.join();
        }
    }
}
