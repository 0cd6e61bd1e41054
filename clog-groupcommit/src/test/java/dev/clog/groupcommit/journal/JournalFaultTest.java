package dev.clog.groupcommit.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.groupcommit.journal.JournalScenario.Promise;
import dev.clog.testkit.Crash;
import dev.clog.testkit.DiskError;
import dev.clog.testkit.FailingPageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.StoreOperation.Kind;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FLT-3, LIF-3: the k-th operation on a file fails, for every k, with each error, once and for good. */
class JournalFaultTest {
    private static final int EFFORT = Integer.getInteger("clog.effort", 1);
    private static final long SEED = Long.getLong("clog.seed", System.nanoTime());
    private static final JournalConfig SMALL = JournalConfig.defaults()
            .withFileBytes(8 << 10)
            .withBufferBytes(4 << 10)
            .withWriterDelayMs(1);

    @Test
    @DisplayName("whatever fails: an acknowledged record is replayed, none is invented, no file stays open")
    void shouldKeepWhatWasAcknowledgedWhateverFails() {
        int runs = 0;
        for (int round = 0; round < EFFORT; round++) {
            for (DiskError error :
                    new DiskError[] {DiskError.INPUT_OUTPUT, DiskError.NO_SPACE, DiskError.TOO_MANY_FILES}) {
                for (boolean forGood : new boolean[] {false, true}) {
                    runs += failEvery(error, forGood, SEED + round);
                }
            }
        }
        assertTrue(runs > 500, "runs=" + runs);
    }

    private static int failEvery(DiskError error, boolean forGood, long seed) {
        int k = 1;
        boolean fired = true;
        for (; fired; k++) {
            MemoryPageStore memory = new MemoryPageStore();
            JournalScenario scenario = new JournalScenario(SMALL, seed);
            FailingPageStore failing = forGood
                    ? FailingPageStore.forGood(memory, operation -> operation.kind() != Kind.LOCK, k, error)
                    : FailingPageStore.once(memory, operation -> operation.kind() != Kind.LOCK, k, error);
            scenario.run(failing);
            fired = failing.fired();
            String when = error + (forGood ? " for good" : "") + " at operation " + k;
            Promise promise = scenario.promise();
            assertEquals(0, memory.openFiles(), () -> "seed=" + seed + " " + when);
            scenario.check(memory.crash(Crash.losingAll()), promise, when + ", unforced lost");
            scenario.check(memory.crash(Crash.keepingSome(seed + k).tornAt(512)), promise, when + ", unforced torn");
            scenario.check(memory.crash(Crash.keepingAll()), promise, when + ", unforced kept");
        }
        return k;
    }
}
