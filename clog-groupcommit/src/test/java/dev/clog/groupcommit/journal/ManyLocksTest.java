package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.TransactionStatus;
import dev.clog.lock.HeldLocks;
import dev.clog.lock.LockMode;
import dev.clog.lock.LockTranche;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FLT-3: a thread that holds about as many locks as one can. */
class ManyLocksTest {
    private static final JournalConfig SMALL =
            JournalConfig.defaults().withFileBytes(8 << 10).withBufferBytes(4 << 10);
    private static final long[] CHILDREN = new long[100];
    private static final int APPENDS = 60; // more than the buffer and two files hold

    @AfterEach
    void releaseAll() {
        HeldLocks.releaseAll();
    }

    private static void hold(int locks) {
        LockTranche tranche = LockTranche.named("held");
        for (int i = 0; i < locks; i++) {
            tranche.newLock(i).acquire(LockMode.EXCLUSIVE);
        }
    }

    private static long append(CommitJournal journal) throws IOException {
        return journal.append(1_000, CHILDREN, TransactionStatus.COMMITTED);
    }

    @Test
    @DisplayName(
            "what a thread can't take all locks for is refused before anything has changed, and the journal goes on")
    void shouldRefuseWhatNeedsMoreLocksThanThereMayBe() throws IOException {
        for (int held = HeldLocks.MAX_HELD - 10; held <= HeldLocks.MAX_HELD; held++) {
            try (CommitJournal journal = CommitJournal.open(new MemoryPageStore(), SMALL)) {
                long first = append(journal);
                hold(held);
                int refused = 0;
                for (int i = 0; i < APPENDS; i++) {
                    long before = journal.appendedLsn();
                    try {
                        append(journal);
                    } catch (IllegalStateException e) {
                        assertTrue(e.getMessage().contains("holds too many locks"), e::toString);
                        assertEquals(before, journal.appendedLsn());
                        refused++;
                    }
                }
                assertEquals(held > HeldLocks.MAX_HELD - InsertionBuffer.MOST_LOCKS ? APPENDS : 0, refused);
                if (refused > 0) {
                    assertThrows(IllegalStateException.class, () -> journal.flush(first));
                }
                assertEquals(held, HeldLocks.releaseAll());
                journal.flush(append(journal));
                hold(held);
                journal.flush(first); // durable: no lock is needed
                assertEquals(held, HeldLocks.releaseAll());
                assertTrue(journal.end().isEmpty());
            }
        }
    }
}
