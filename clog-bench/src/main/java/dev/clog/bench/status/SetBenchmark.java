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
 * Setting statuses that were not set before, by all threads without a pause: every iteration has fresh ids. Throughput of
 * all threads together.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SetBenchmark {
    /** See {@link StatusKeeper#of}. */
    @Param("window")
    public String mechanism;

    private StatusKeeper keeper;

    /** All ids in progress, all pages in memory. */
    @Setup(Level.Iteration)
    public void setup() {
        keeper = StatusKeeper.of(mechanism);
        for (long xid = 0; xid < StatusKeeper.IDS; xid += 4096 * 4) {
            keeper.get(xid);
        }
    }

    /** Lets go of it. */
    @TearDown(Level.Iteration)
    public void tearDown() {
        keeper.close();
    }

    /** Ids one after the other, the threads in turn: they meet in every word. */
    @Benchmark
    public void setInTurn(Ids ids) {
        keeper.set(ids.inTurn(StatusKeeper.IDS));
    }

    /** Ids anywhere in 2^27. */
    @Benchmark
    public void setRandom(Ids ids) {
        keeper.set(ids.below(StatusKeeper.IDS));
    }
}
