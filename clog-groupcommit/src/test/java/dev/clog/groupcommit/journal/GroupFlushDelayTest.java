package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.groupcommit.journal.Committers.Committer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** GRP-8, GRP-10: how long a leader waits for others before it forces. */
class GroupFlushDelayTest {
    @Test
    @DisplayName("GRP-10: a group is timed from its first entry: later ones do not prolong it")
    void shouldTimeAGroupFromItsFirstEntry() throws InterruptedException {
        CountedDevice free = CountedDevice.free();
        GroupFlush delaying = new GroupFlush(free, 0, new CommitDelay(100_000, 1));
        delaying.countActiveWith(() -> 2);
        long startNs = System.nanoTime();
        try (Committers committers = new Committers()) {
            Committer first = committers.start(() -> {
                delaying.flush(free.append());
                return null;
            });
            while (first.thread.isAlive()) { // a trickle that never ends
                committers.start(() -> {
                    delaying.flush(free.append());
                    return null;
                });
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
            long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            committers.join();
            assertTrue(tookMs >= 95, "tookMs=" + tookMs);
            assertTrue(tookMs < 2_000, "tookMs=" + tookMs);
            assertTrue(delaying.statistics().batchSizes().max() > 5, delaying.statistics()::toString);
        }
    }

    @Test
    @DisplayName("GRP-8: nobody waits for others where there are none")
    void shouldNotDelayALoneCommit() throws IOException {
        CountedDevice free = CountedDevice.free();
        GroupFlush delaying = new GroupFlush(free, 0, new CommitDelay(100_000, 1));
        for (int i = 0; i < 20; i++) {
            delaying.flush(free.append());
        }
        assertEquals(0, delaying.statistics().delays());
    }

    @Test
    @DisplayName("GRP-10: where it can't be told how many are active, the force waits for nobody, and the log goes on")
    void shouldNotFailWhereTheActiveCannotBeCounted() throws IOException {
        for (Throwable failure : List.of(new IllegalStateException("no count"), new StackOverflowError("no count"))) {
            CountedDevice free = CountedDevice.free();
            GroupFlush delaying = new GroupFlush(free, 0, new CommitDelay(100_000, 1));
            delaying.countActiveWith(() -> {
                if (failure instanceof Error e) {
                    throw e;
                }
                throw (RuntimeException) failure;
            });
            delaying.flush(free.append());
            assertEquals(0, delaying.statistics().delays());
            assertEquals(null, delaying.end());
            delaying.countActiveWith(() -> 2);
            delaying.flush(free.append());
            assertEquals(1, delaying.statistics().delays());
        }
    }
}
