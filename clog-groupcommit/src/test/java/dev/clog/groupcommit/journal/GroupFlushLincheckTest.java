package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Lincheck's model checker tries schedules of a few commits in three threads, switching at every access to a shared field. An
 * answer that comes too early shows as a wrong result. (Threads that park wake by themselves there, so a lost wake does not
 * show: that is in {@link GroupFlushTest}.)
 */
@DisplayName("GRP-8, GRP-9: no schedule answers before the force")
class GroupFlushLincheckTest {
    private static final int EFFORT = Integer.getInteger("clog.effort", 1);

    /** A log of one position a record. */
    private static class Device implements LogDevice {
        final AtomicLong appended = new AtomicLong();
        volatile long durable;

        @Override
        public long appendedLsn() {
            return appended.get();
        }

        @Override
        public long force() {
            durable = appended.get();
            return durable;
        }
    }

    private static final class NoCounts extends FlushCounts {
        @Override
        void flushed() {}

        @Override
        void waited() {}

        @Override
        void forced(long tookNs, long answered) {}
    }

    /** Commits through a flush; each says whether it was durable when it was answered. */
    public abstract static class Commits {
        private final Device device;
        private final GroupFlush flush;

        Commits(Device device) {
            this.device = device;
            flush = new GroupFlush(device, 0, CommitDelay.NONE, new FlushWaiters(), new NoCounts());
        }

        @Operation
        public boolean commit() throws IOException {
            long lsn = device.appended.incrementAndGet();
            flush.flush(lsn);
            return device.durable >= lsn;
        }
    }

    /** As it is. */
    public static class Sound extends Commits {
        public Sound() {
            super(new Device());
        }
    }

    /** A force that claims what was appended while it went on: must be caught. */
    public static class Boasting extends Commits {
        public Boasting() {
            super(new Device() {
                @Override
                public long force() {
                    super.force();
                    return appended.get();
                }
            });
        }
    }

    private static void check(Class<?> type, int threads, int invocations) {
        new ModelCheckingOptions()
                .iterations(4 * EFFORT)
                .invocationsPerIteration(invocations * EFFORT)
                .threads(threads)
                .actorsPerThread(threads == 2 ? 1 : 2)
                .actorsBefore(0)
                .actorsAfter(0)
                .check(type);
    }

    @Test
    void shouldAnswerEveryCommitOnceItIsDurable() {
        check(Sound.class, 3, 500);
        check(Sound.class, 2, 2_000);
    }

    @Test
    void shouldCatchAForceThatClaimsTooMuch() {
        assertThrows(LincheckAssertionError.class, () -> check(Boasting.class, 2, 2_000));
    }
}
