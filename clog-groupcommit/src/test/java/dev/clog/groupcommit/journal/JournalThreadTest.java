package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.TransactionStatus;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.RecordingPageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the journal does while nobody waits for it: asynchronous commits, requests, and nothing. */
class JournalThreadTest {
    private static final long[] NONE = {};

    @Test
    @DisplayName("idle, the threads of the journal sleep: each looks around once, and once more when it is woken")
    void shouldSleepWhenIdle() throws InterruptedException {
        AtomicInteger looks = new AtomicInteger();
        JournalThread thread = JournalThread.start("idle", () -> {
            looks.incrementAndGet();
            return JournalThread.UNTIL_WOKEN;
        });
        Committers.await("it looks", () -> looks.get() == 1);
        Thread.sleep(100);
        assertEquals(1, looks.get());
        thread.wake();
        Committers.await("it looks again", () -> looks.get() == 2);
        thread.stop();
        assertTrue(looks.get() <= 3);
    }

    @Test
    @DisplayName("a thread whose work ended in an error tries again, also if nobody wakes it")
    void shouldTryAgainAfterAnError() throws InterruptedException {
        AtomicInteger looks = new AtomicInteger();
        JournalThread thread = JournalThread.start("failing", () -> {
            if (looks.incrementAndGet() == 1) {
                throw new OutOfMemoryError("of the test");
            }
            return JournalThread.UNTIL_WOKEN;
        });
        Committers.await("it tries again", () -> looks.get() == 2);
        thread.stop();
    }

    @Test
    @DisplayName("an idle journal forces nothing")
    void shouldForceNothingWhenIdle() throws InterruptedException, IOException {
        RecordingPageStore recording = new RecordingPageStore(new MemoryPageStore());
        JournalConfig config = JournalConfig.defaults()
                .withFileBytes(8 << 10)
                .withBufferBytes(4 << 10)
                .withWriterDelayMs(1);
        try (CommitJournal journal = CommitJournal.open(recording, config)) {
            journal.flush(journal.append(3, NONE, TransactionStatus.COMMITTED));
            journal.scheduleFlush();
            Committers.await("the files are made", () -> journal.statistics().filesMade() == 2);
            Thread.sleep(20);
            recording.clear();
            Thread.sleep(50);
            assertEquals(
                    0,
                    recording.operations().size(),
                    () -> recording.operations().toString());
        }
    }

    @Test
    @DisplayName("asynchronous commits are durable within the delay, and share a force")
    void shouldFlushWithinTheDelay() throws IOException, InterruptedException {
        RecordingPageStore recording = new RecordingPageStore(new MemoryPageStore());
        try (CommitJournal journal =
                CommitJournal.open(recording, JournalConfig.defaults().withWriterDelayMs(200))) {
            Committers.await("the files are made", () -> journal.statistics().filesMade() == 2);
            recording.clear();
            long startNs = System.nanoTime();
            long last = 0;
            for (int i = 0; i < 100; i++) {
                last = journal.append(i, NONE, TransactionStatus.COMMITTED);
                journal.scheduleFlush();
            }
            long lsn = last;
            assertEquals(0, recording.count(Kind.FORCE));
            Committers.await("it is durable", () -> journal.flushedLsn() >= lsn);
            long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            assertTrue(tookMs >= 190, "tookMs=" + tookMs);
            assertTrue(tookMs < 5_000, "tookMs=" + tookMs);
            assertEquals(1, recording.count(Kind.FORCE));
        }
    }

    @Test
    @DisplayName("a request is done soon, by another thread, and tells the listener")
    void shouldFlushOnRequest() throws IOException, InterruptedException {
        MemoryPageStore store = new MemoryPageStore();
        try (CommitJournal journal =
                CommitJournal.open(store, JournalConfig.defaults().withWriterDelayMs(10_000))) {
            AtomicInteger told = new AtomicInteger();
            Thread caller = Thread.currentThread();
            journal.addListener((lsn, end) -> told.addAndGet(Thread.currentThread() == caller ? 1_000 : 1));
            for (int i = 1; i <= 50; i++) {
                long lsn = journal.append(i, NONE, TransactionStatus.COMMITTED);
                journal.requestFlush(lsn);
                Committers.await("it is durable", () -> journal.flushedLsn() >= lsn);
            }
            Committers.await("the listener is told", () -> told.get() == 50);
        }
    }
}
