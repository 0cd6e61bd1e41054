package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.api.LogConfig;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.spi.PageStore;
import dev.clog.testkit.Crash;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.ProbingPageStore;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * FLT-3, LIF-1, LIF-3: the power fails before every operation; un-synced data are lost, torn and reordered, in every page
 * space.
 */
class LogCrashTest {
    private static final long SEED = Long.getLong("clog.seed", System.nanoTime());
    private static final long WRAP = 1L << 32;

    private long states;

    @Test
    void shouldKeepWhatACheckpointAcknowledgedAtEveryMoment() {
        for (int round = 0; round < 4 * Integer.getInteger("clog.effort", 1); round++) {
            long start = round % 2 == 0 ? WRAP - 70_000 : 3;
            LogConfig ids = round % 4 < 2 ? LogConfig.wrapping32() : LogConfig.full64();
            for (PageSpaceConfig pages : PageSpaces.all()) {
                crashEverywhere(ids.withPages(pages).withRange(start, start), SEED + round, memory -> memory);
            }
        }
        assertTrue(states > 2_500, "states=" + states);
    }

    /** What stands between the log and the memory. */
    private interface Wrapping {
        PageStore wrap(MemoryPageStore memory);
    }

    private void crashEverywhere(LogConfig config, long seed, Wrapping wrapping) {
        MemoryPageStore memory = new MemoryPageStore();
        LogScenario scenario = new LogScenario(config, seed);
        ProbingPageStore probing = new ProbingPageStore(wrapping.wrap(memory), operation -> {
            if (operation.kind().isChange()) {
                for (Crash crash : Crash.worthTrying(memory.unsynced(), 2, seed)) {
                    states++;
                    scenario.check(memory.crash(crash), "seed=" + seed + " before " + operation + " " + crash);
                }
            }
        });
        scenario.run(probing);
        scenario.check(memory.crash(Crash.losingAll()), "seed=" + seed + " at the end");
    }

    /** The test of the test. */
    @Test
    void shouldSeeTheLossWhereTheFolderIsNotForced() {
        assertThrows(
                Exception.class,
                () -> crashEverywhere(LogConfig.wrapping32(), SEED, memory -> new ForwardingPageStore(memory) {
                    @Override
                    public void force() throws IOException {
                        // As if it were.
                    }
                }));
    }
}
