package dev.clog.groupcommit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.TransactionStatus;
import dev.clog.api.spi.PageFile;
import dev.clog.groupcommit.StageCompleter.Pending;
import dev.clog.groupcommit.journal.CommitJournal;
import dev.clog.groupcommit.journal.JournalConfig;
import dev.clog.testkit.ForwardingPageFile;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("STA-10: each stage is completed")
class StageCompleterTest {
    private final CountDownLatch forces = new CountDownLatch(1);
    private volatile boolean holding;
    private volatile long announced;

    /** Files whose force takes until the test lets it end. */
    private final class SlowStore extends ForwardingPageStore {
        SlowStore() {
            super(new MemoryPageStore());
        }

        @Override
        protected PageFile wrap(PageFile file) {
            return new ForwardingPageFile(file) {
                @Override
                public void force() throws IOException {
                    if (holding) {
                        await(forces);
                    }
                    super.force();
                }
            };
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS), "nobody comes");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Pending pending(CommitJournal journal, long xid) throws IOException {
        long lsn = journal.append(xid, new long[0], TransactionStatus.COMMITTED);
        return new Pending(lsn, null, new long[0], 0, new CompletableFuture<>());
    }

    @Test
    @DisplayName(
            "a completion that sleeps for a lock uses up the wake of a force: what became durable is completed all the same")
    void shouldCompleteWhatBecameDurableWhileACompletionSlept() throws IOException {
        CountDownLatch atFirst = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (CommitJournal journal = CommitJournal.open(new SlowStore(), JournalConfig.defaults())) {
            Pending first = pending(journal, 3);
            Pending second = pending(journal, 4);
            journal.flush(second.lsn());
            holding = true;
            Pending third = pending(journal, 5);
            StageCompleter completer = new StageCompleter(journal, (pending, failure) -> {
                if (pending.lsn() == first.lsn()) {
                    atFirst.countDown();
                    await(goOn);
                } else if (pending.lsn() == second.lsn()) {
                    forces.countDown();
                    Crew.await("the third is announced", () -> announced >= third.lsn());
                    LockSupport.parkNanos(1); // as at a lock
                }
                pending.future().complete(null);
            });
            journal.addListener((lsn, end) -> announced = lsn); // called after that of the completer
            completer.add(first);
            await(atFirst);
            completer.add(second);
            completer.add(third);
            assertFalse(third.future().isDone());
            goOn.countDown();
            Crew.await("the third is completed", () -> third.future().isDone());
            completer.close();
        }
    }

    @Test
    @DisplayName("a completion that ends in an error is the error of its own commit, and the next ones are completed")
    void shouldGoOnAfterACompletionThatFails() throws IOException {
        try (CommitJournal journal = CommitJournal.open(new MemoryPageStore(), JournalConfig.defaults())) {
            Pending first = pending(journal, 3);
            Pending second = pending(journal, 4);
            StageCompleter completer = new StageCompleter(journal, (pending, failure) -> {
                if (pending.lsn() == first.lsn()) {
                    throw new OutOfMemoryError("of the test");
                }
                pending.future().complete(null);
            });
            completer.add(first);
            Crew.await("the first fails", () -> first.future().isCompletedExceptionally());
            completer.add(second);
            Crew.await("the second is completed", () -> second.future().isDone());
            completer.close();
        }
    }
}
