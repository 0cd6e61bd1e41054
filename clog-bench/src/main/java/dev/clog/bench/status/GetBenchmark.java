package dev.clog.bench.status;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Reading statuses that are all in memory, by all threads without a pause. Throughput of all threads together. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class GetBenchmark {
    private static final long IDS = 1L << 27;
    private static final long HOT_IDS = StatusKeeper.PAGE_IDS;

    /** See {@link StatusKeeper#of}. */
    @Param("window")
    public String mechanism;

    private StatusKeeper keeper;

    /** Sets some, and reads all pages once. */
    @Setup
    public void setup() {
        keeper = StatusKeeper.of(mechanism, IDS);
        for (long xid = 0; xid < IDS; xid += 997) {
            keeper.set(xid);
        }
        for (long xid = 0; xid < IDS; xid += HOT_IDS) {
            keeper.get(xid);
        }
    }

    /** Lets go of it. */
    @TearDown
    public void tearDown() {
        keeper.close();
    }

    /** Ids of one page. */
    @Benchmark
    public int getHot(Ids ids) {
        return keeper.get(ids.below(HOT_IDS));
    }

    /** Ids anywhere in 2^27. */
    @Benchmark
    public int getRandom(Ids ids) {
        return keeper.get(ids.below(IDS));
    }
}
