package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** GRP-8: one that leaves a group flush by an error takes nobody's wake with it. */
class LeavingWaiterTest {
    private static final long PATIENCE_SECONDS = 30;

    /** Its first force waits for {@link #goOn}. */
    private static final class SlowDevice implements LogDevice {
        final CountDownLatch forcing = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        volatile long appended = 1;

        @Override
        public long appendedLsn() {
            return appended;
        }

        @Override
        public long force() {
            long covered = appended;
            forcing.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return covered;
        }
    }

    /** Has no memory left for the first one that waits. */
    private static final class ScarceCounts extends FlushCounts {
        final CountDownLatch secondWaits = new CountDownLatch(1);
        private boolean refused;

        @Override
        synchronized void waited() {
            if (!refused) {
                refused = true;
                throw new OutOfMemoryError("a test's");
            }
            secondWaits.countDown();
        }
    }

    private static FutureTask<Void> flushing(GroupFlush flush, long lsn) {
        FutureTask<Void> task = new FutureTask<>(() -> {
            flush.flush(lsn);
            return null;
        });
        Thread thread = new Thread(task, "flushing to " + lsn);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    @Test
    @DisplayName("GRP-8: the oldest that waits leaves by an error; the next one is woken in its place")
    void shouldWakeTheOneBehindAWaiterThatLeft() throws Exception {
        SlowDevice device = new SlowDevice();
        ScarceCounts counts = new ScarceCounts();
        GroupFlush flush = new GroupFlush(device, 0, CommitDelay.NONE, new FlushWaiters(), counts);
        FutureTask<Void> leader = flushing(flush, 1);
        device.forcing.await();
        device.appended = 3;
        FutureTask<Void> leaving = flushing(flush, 2);
        Throwable failure = assertThrows(
                        ExecutionException.class, () -> leaving.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .getCause();
        assertInstanceOf(OutOfMemoryError.class, failure);
        FutureTask<Void> waiting = flushing(flush, 3);
        counts.secondWaits.await();
        device.goOn.countDown();
        leader.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        waiting.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertEquals(3, flush.flushedLsn());
    }
}
