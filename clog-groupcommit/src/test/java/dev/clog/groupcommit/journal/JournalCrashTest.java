package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.groupcommit.journal.JournalScenario.Promise;
import dev.clog.testkit.Crash;
import dev.clog.testkit.ForwardingPageFile;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.ProbingPageStore;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FLT-3: the power fails before every change of a file; what was not forced is lost, torn and reordered. */
class JournalCrashTest {
    private static final int EFFORT = Integer.getInteger("clog.effort", 1);
    private static final long SEED = Long.getLong("clog.seed", System.nanoTime());
    private static final JournalConfig SMALL = JournalConfig.defaults()
            .withFileBytes(8 << 10)
            .withBufferBytes(4 << 10)
            .withWriterDelayMs(1);
    /** More un-forced changes than this are not looked at change by change. */
    private static final int MOST_UNSYNCED = 12;

    private final AtomicLong states = new AtomicLong();

    @Test
    @DisplayName("at every moment: an acknowledged record is replayed, none is invented, in order and without a gap")
    void shouldKeepWhatWasAcknowledgedAtEveryMoment() throws Throwable {
        for (int round = 0; round < 3 * EFFORT; round++) {
            crashEverywhere(SEED + round, memory -> memory);
        }
        assertTrue(states.get() > 2_000, "states=" + states);
    }

    private void crashEverywhere(long seed, UnaryOperator<PageStore> wrapping) throws Throwable {
        MemoryPageStore memory = new MemoryPageStore();
        JournalScenario scenario = new JournalScenario(SMALL, seed);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        ProbingPageStore probing = new ProbingPageStore(wrapping.apply(memory), operation -> {
            if (operation.kind().isChange() && failures.isEmpty()) {
                try {
                    for (Crash crash : Crash.worthTrying(Math.min(memory.unsynced(), MOST_UNSYNCED), 2, seed)) {
                        Promise promise = scenario.promise();
                        states.incrementAndGet();
                        scenario.check(memory.crash(crash), promise, "before " + operation + " " + crash);
                    }
                } catch (Throwable e) { // reported by the test's own thread
                    failures.add(e);
                }
            }
        });
        scenario.run(probing);
        if (!failures.isEmpty()) {
            throw failures.peek();
        }
        scenario.check(memory.crash(Crash.losingAll()), scenario.promise(), "at the end");
    }

    @Test
    @DisplayName("a folder that is not forced is seen: the test of the test")
    void shouldSeeAFolderThatIsNotForced() {
        assertThrows(
                Throwable.class,
                () -> crashEverywhere(SEED, memory -> new ForwardingPageStore(memory) {
                    @Override
                    public void force() {
                        // As if it were.
                    }
                }));
    }

    @Test
    @DisplayName("files that are not forced are seen: the test of the test")
    void shouldSeeFilesThatAreNotForced() {
        assertThrows(
                Throwable.class,
                () -> crashEverywhere(SEED, memory -> new ForwardingPageStore(memory) {
                    @Override
                    protected PageFile wrap(PageFile file) {
                        return new ForwardingPageFile(file) {
                            @Override
                            public void force() {
                                // As if it were.
                            }
                        };
                    }
                }));
    }
}
