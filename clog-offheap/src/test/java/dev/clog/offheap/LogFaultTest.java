package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.clog.api.ClogException;
import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageSpaceConfig;
import dev.clog.testkit.Crash;
import dev.clog.testkit.DiskError;
import dev.clog.testkit.FailingPageStore;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.StoreOperation;
import dev.clog.testkit.StoreOperation.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * FLT-2, FLT-3, LIF-3, LIF-7: every operation of the store fails in turn, with every error, once and for good, in each kind
 * of page space.
 */
class LogFaultTest {
    private static final long SEED = Long.getLong("clog.seed", System.nanoTime());
    private static final long WRAP = 1L << 32;

    @Test
    void shouldLoseNothingWhenTheKthOperationFails() {
        List<PageSpaceConfig> spaces = spaces();
        int rounds = 4 * Integer.getInteger("clog.effort", 1);
        long fired = 0;
        for (int round = 0; round < rounds; round++) {
            LogConfig ids = round % 2 == 0 ? LogConfig.wrapping32() : LogConfig.full64();
            LogConfig config = ids.withPages(spaces.get(round % spaces.size()));
            for (DiskError error : DiskError.values()) {
                fired += failEach(error, false, config, SEED + 1_000L * round);
                fired += failEach(error, true, config, SEED + 1_000L * round);
            }
        }
        assertTrue(fired > 500L * rounds, "fired=" + fired);
    }

    /** But those with a cleaner: an error that it meets is nobody's, and the page is written once more. */
    private static List<PageSpaceConfig> spaces() {
        return PageSpaces.all().stream()
                .filter(pages -> !(pages instanceof PageCacheConfig cache && cache.cleaner()))
                .toList();
    }

    private static long failEach(DiskError error, boolean forGood, LogConfig idSpace, long seed) {
        for (long k = 1; ; k++) {
            String where = "seed=" + seed + " error=" + error + " forGood=" + forGood + " k=" + k;
            MemoryPageStore memory = new MemoryPageStore();
            List<StoreOperation> operations = new ArrayList<>();
            FailingPageStore failing = forGood
                    ? FailingPageStore.forGood(memory, operations::add, k, error)
                    : FailingPageStore.once(memory, operations::add, k, error);
            LogScenario scenario = new LogScenario(idSpace.withRange(WRAP - 70_000, WRAP - 70_000), seed + k);
            boolean refused = run(scenario, failing, where);
            if (!failing.fired()) {
                return k - 1;
            }
            // A file that is opened to be filled up, and is not there, is made.
            boolean mayBeTrue = error == DiskError.NO_SUCH_FILE
                    && !forGood
                    && operations.get((int) k - 1).kind() == Kind.OPEN;
            assertTrue(refused || mayBeTrue, "the error was swallowed: " + where);
            for (Crash crash : new Crash[] {Crash.losingAll(), Crash.keepingAll(), Crash.keepingSome(seed + k)}) {
                scenario.check(memory.crash(crash), where + " " + crash);
            }
            assertEquals(0, memory.openFiles(), where);
        }
    }

    /** Returns whether an error came; anything else than an error of the product is a failure. */
    private static boolean run(LogScenario scenario, FailingPageStore store, String where) {
        try {
            scenario.run(store);
            return false;
        } catch (ClogException e) {
            return true;
        } catch (RuntimeException e) {
            return fail(where, e);
        }
    }
}
