package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.PageIoException;
import dev.clog.api.TransactionStatus;
import dev.clog.testkit.Crash;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FLT-3: a thread that runs out of stack in the middle of an append. */
class StackLimitTest {
    private static final int ROUNDS = 60;
    private static final long STACK_BYTES = 256 << 10;
    private static final long[] NONE = {};

    @Test
    @DisplayName("FLT-3: what is acknowledged after an append that did not end is there after a crash")
    void shouldLoseNothingBehindAnAppendThatRanOutOfStack() throws IOException, InterruptedException {
        List<String> lost = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            MemoryPageStore memory = new MemoryPageStore();
            CommitJournal journal =
                    CommitJournal.open(memory, JournalConfig.defaults().withFileBytes(1 << 20));
            int offset = round;
            Thread diver = new Thread(null, () -> appendToTheLimit(journal, offset), "diver", STACK_BYTES);
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
            }
            try {
                journal.close();
            } catch (PageIoException e) {
                assertTrue(e.getMessage() != null);
            }
        }
        assertTrue(lost.isEmpty(), lost::toString);
    }

    private static void appendToTheLimit(CommitJournal journal, int offset) {
        try {
            goDown(journal, offset);
        } catch (StackOverflowError e) {
            assertTrue(e.getCause() == null);
        }
    }

    private static void goDown(CommitJournal journal, int offset) {
        if (offset > 0) {
            goDown(journal, offset - 1);
        } else {
            dive(journal, 1);
        }
    }

    private static void dive(CommitJournal journal, long depth) {
        try {
            journal.append(depth, NONE, TransactionStatus.COMMITTED);
        } catch (IOException e) {
            return;
        }
        if (depth < 1_000_000) {
            dive(journal, depth + 1);
        }
    }
}
