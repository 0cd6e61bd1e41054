package dev.clog.bench.status;

import dev.clog.api.PageCacheConfig;
import dev.clog.api.TransactionStatusLog;
import dev.clog.bench.baseline.AtomicHand;
import dev.clog.bench.baseline.ListAndSweepUnderLock;
import dev.clog.bench.baseline.ShortHold;
import dev.clog.bench.baseline.SkipEmptyList;
import dev.clog.offheap.VictimSearch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Reading statuses of 4000 pages from fewer buffers: cost against number of buffers, and the share of reads that had to
 * bring a page in. The store is in memory, so the cost is that of the cache.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class MissBenchmark {
    private static final long IDS = 4096L * 32_768;
    private static final long IDS_ASKED = 4000L * 32_768;

    /** Number of slots. */
    @Param("128")
    public int buffers;

    /** How a victim is found: "lru" in banks, "lru-control-lock", or a patch of 2012 in banks. */
    @Param("lru")
    public String search;

    private TransactionStatusLog log;

    /** Pages read in, beside the operations. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Counts {
        private TransactionStatusLog log;
        private long before;

        /** Begins again; the first thread counts for all. */
        @Setup(Level.Iteration)
        public void begin(MissBenchmark benchmark, ThreadParams threads) {
            log = threads.getThreadIndex() == 0 ? benchmark.log : null;
            before = log == null ? 0 : log.statistics().read();
        }

        /** Pages read in since. */
        public long misses() {
            return log == null ? 0 : log.statistics().read() - before;
        }
    }

    /** Makes the log. */
    @Setup
    public void setup() {
        PageCacheConfig pages = search.equals("lru-control-lock")
                ? PageCacheConfig.ofControlLock(buffers)
                : PageCacheConfig.ofBanks(buffers);
        log = StatusKeeper.cached(pages, searchOf(search), IDS);
    }

    private static VictimSearch.Factory searchOf(String name) {
        return switch (name) {
            case "lru", "lru-control-lock" -> null;
            case "list-and-sweep" -> ListAndSweepUnderLock::new;
            case "buffreelistlock-reduction" -> (banks, slots) -> new ShortHold(banks, slots, false);
            case "freelist-ok" -> SkipEmptyList::new;
            case "buffreelistlock-reduction+freelist-ok" -> (banks, slots) -> new ShortHold(banks, slots, true);
            case "removebufmgrfreelist" -> AtomicHand::new;
            default -> throw new IllegalArgumentException("search=" + name);
        };
    }

    /** Lets go of it. */
    @TearDown
    public void tearDown() {
        log.close();
    }

    /** One read. */
    @Benchmark
    public int get(Ids ids, Counts counts) {
        return log.status(Math.floorMod(ids.below(1L << 40), IDS_ASKED) | 32).code();
    }
}
