package dev.clog.bench.locks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What taking a free lock and giving it up costs one thread. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class UncontendedBenchmark {
    /** The lock under test; see {@link Mechanism#of}. */
    @Param("lwlock")
    public String mechanism;

    private Mechanism lock;

    /** Makes the lock. */
    @Setup
    public void setup() {
        lock = Mechanism.of(mechanism);
    }

    /** Shared. */
    @Benchmark
    public void shared() {
        lock.passShared();
    }

    /** Exclusive. */
    @Benchmark
    public void exclusive() {
        lock.passExclusive();
    }
}
