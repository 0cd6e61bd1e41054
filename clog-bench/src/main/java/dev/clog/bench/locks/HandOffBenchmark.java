package dev.clog.bench.locks;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Control;

/**
 * How long a cache line takes from one thread to another and back: two threads answer each other through one word. The
 * yardstick for all figures of more than one thread; a virtual machine's processors may be near or far, and move.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HandOffBenchmark {
    /** Always the same: there is one way to pass a line. */
    @Param("line")
    public String mechanism;

    private final AtomicInteger turn = new AtomicInteger();

    /** One thread's half; the time of an operation is a round trip. */
    @Benchmark
    @Group("handOff")
    public void ping(Control control) {
        pass(control, 0);
    }

    /** The other's half. */
    @Benchmark
    @Group("handOff")
    public void pong(Control control) {
        pass(control, 1);
    }

    private void pass(Control control, int mine) {
        while (turn.get() != mine) {
            if (control.stopMeasurement) {
                return;
            }
        }
        turn.set(1 - mine);
    }
}
