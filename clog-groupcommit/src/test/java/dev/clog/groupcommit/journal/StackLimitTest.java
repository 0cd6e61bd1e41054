package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.PageIoException;
import dev.clog.api.TransactionStatus;
import dev.clog.lock.AbandonedLockException;
import dev.clog.testkit.Crash;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** FLT-3: a thread that runs out of stack in the middle of an append. */
class StackLimitTest {
    private static final int ROUNDS = 60;
    /** Fewer: each waits until somebody looks around. */
    private static final int FLUSHING_ROUNDS = 8;

    private static final long STACK_BYTES = 256 << 10;
    private static final long[] NONE = {};

    @Test
    @DisplayName("FLT-3: what is acknowledged after an append that did not end is there after a crash")
    void shouldLoseNothingBehindAnAppendThatRanOutOfStack() throws IOException, InterruptedException {
        dive(false);
    }

    @Test
    @Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
    @DisplayName("FLT-3, GRP-8: whoever comes after a leader that ran out of stack is answered, and so is the close")
    void shouldAnswerBehindALeaderThatRanOutOfStack() throws IOException, InterruptedException {
        dive(true);
    }

    private static void dive(boolean flushing) throws IOException, InterruptedException {
        List<String> lost = new ArrayList<>();
        for (int round = 0; round < (flushing ? FLUSHING_ROUNDS : ROUNDS); round++) {
            MemoryPageStore memory = new MemoryPageStore();
            CommitJournal journal =
                    CommitJournal.open(memory, JournalConfig.defaults().withFileBytes(1 << 20));
            int offset = round;
            Thread diver = new Thread(null, () -> appendToTheLimit(journal, offset, flushing), "diver", STACK_BYTES);
            diver.start();
            diver.join();
            try {
                journal.flush(journal.append(7_777_777, NONE, TransactionStatus.COMMITTED));
                try (CommitJournal after =
                        CommitJournal.open(memory.crash(Crash.losingAll()), JournalConfig.defaults())) {
                    if (!Recorded.of(after).contains(Recorded.tree(TransactionStatus.COMMITTED, 7_777_777))) {
                        lost.add("round " + round);
                    }
                }
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("failed"), e::toString);
            } catch (AbandonedLockException e) { // the stack ended between a lock and the note of whose it is
                assertTrue(e.getMessage().contains("diver"), e::toString);
            }
            try {
                journal.close();
            } catch (PageIoException | AbandonedLockException e) {
                assertTrue(e.getMessage() != null);
            }
        }
        assertTrue(lost.isEmpty(), lost::toString);
    }

    private static void appendToTheLimit(CommitJournal journal, int offset, boolean flushing) {
        try {
            goDown(journal, offset, flushing);
        } catch (StackOverflowError e) {
            assertTrue(e.getCause() == null);
        }
    }

    private static void goDown(CommitJournal journal, int offset, boolean flushing) {
        if (offset > 0) {
            goDown(journal, offset - 1, flushing);
        } else {
            dive(journal, 1, flushing);
        }
    }

    private static void dive(CommitJournal journal, long depth, boolean flushing) {
        try {
            long lsn = journal.append(depth, NONE, TransactionStatus.COMMITTED);
            if (flushing) {
                journal.flush(lsn);
            }
        } catch (IOException e) {
            return;
        }
        if (depth < 1_000_000) {
            dive(journal, depth + 1, flushing);
        }
    }
}
