package dev.clog.bench.status;

import java.util.concurrent.TimeUnit;
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

/**
 * Setting statuses that were not set before, by all threads without a pause: every iteration has a new keeper. Throughput of
 * all threads together.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SetBenchmark {
    /** More than can be set in an iteration: by one thread in 0.3 seconds, by more in a second. */
    private static final int ID_BITS = 28;

    /** See {@link StatusKeeper#of}. */
    @Param("window")
    public String mechanism;

    private StatusKeeper keeper;

    /** Ids that are set are below it. */
    long ids() {
        return 1L << ID_BITS;
    }

    /** All ids in progress, all pages in memory. */
    @Setup(Level.Iteration)
    public void setup() {
        keeper = StatusKeeper.of(mechanism, ids());
        for (long xid = 0; xid < ids(); xid += StatusKeeper.PAGE_IDS) {
            keeper.get(xid);
        }
    }

    /** Lets go of it. */
    @TearDown(Level.Iteration)
    public void tearDown() {
        keeper.close();
    }

    /** Ids in order: the threads meet in every word or in its neighbour. */
    @Benchmark
    public void setInOrder(FreshIds ids, FreshIds.Share share) {
        keeper.set(share.next(ids));
    }

    /** Ids anywhere in 2^28. */
    @Benchmark
    public void setRandom(FreshIds ids, FreshIds.Share share) {
        keeper.set(share.nextMixed(ids, ID_BITS));
    }
}
