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

/**
 * One lock, all threads at it without a pause: each operation is a read or a write of two longs under the lock, chosen at
 * random. Throughput of all threads together.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LockBenchmark {
    /** The lock under test; see {@link Mechanism#of}. */
    @Param("lwlock")
    public String mechanism;

    /** How many operations of a hundred write. */
    @Param("5")
    public int writePercent;

    private final Pair pair = new Pair();
    private Mechanism lock;

    /** Makes the lock. */
    @Setup
    public void setup() {
        lock = Mechanism.of(mechanism);
    }

    /** One operation. */
    @Benchmark
    public long operation(Choice choice) {
        if (choice.next(writePercent)) {
            lock.write(pair);
            return 0;
        }
        return lock.read(pair);
    }
}
