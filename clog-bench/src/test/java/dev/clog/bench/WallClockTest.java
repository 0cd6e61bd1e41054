package dev.clog.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

@DisplayName("Throughput is operations of all threads by the time of the iteration")
class WallClockTest {
    private static final long ITERATION_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Two threads that take turns on one processor: each did 50 operations in its own half of the time. */
    private static RunResult twoThreadsInTurn(Mode mode) {
        IterationParams iterations =
                new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.nanoseconds(ITERATION_NS), 1);
        BenchmarkParams params = new BenchmarkParams(
                "some.Benchmark.operation",
                "generated",
                true,
                2,
                new int[] {1},
                List.of(),
                1,
                0,
                iterations,
                iterations,
                mode,
                new WorkloadParams(),
                TimeUnit.SECONDS,
                1,
                "java",
                List.of(),
                "17",
                "vm",
                "17",
                "1.37",
                TimeValue.minutes(1));
        IterationResult iteration = new IterationResult(params, iterations, new IterationResultMetaData(120, 100));
        for (int thread = 0; thread < 2; thread++) {
            iteration.addResult(
                    new ThroughputResult(ResultRole.PRIMARY, "operation", 50, ITERATION_NS / 2, TimeUnit.SECONDS));
            iteration.addResult(
                    new ThroughputResult(ResultRole.SECONDARY, "misses", 5, ITERATION_NS / 2, TimeUnit.SECONDS));
        }
        return new RunResult(params, List.of(new BenchmarkResult(params, List.of(iteration))));
    }

    @Test
    void shouldNotCountTheTimeOfThreadsThatTakeTurnsTwice() {
        RunResult summed = twoThreadsInTurn(Mode.Throughput);
        assertEquals(2000, summed.getPrimaryResult().getScore(), 1e-6);

        Result<?> corrected = WallClock.correct(summed).getPrimaryResult();
        assertEquals(1000, corrected.getScore(), 1e-6);
        assertEquals(summed.getPrimaryResult().getScoreUnit(), corrected.getScoreUnit());
        assertEquals("operation", corrected.getLabel());
    }

    @Test
    void shouldKeepSecondaryResults() {
        RunResult summed = twoThreadsInTurn(Mode.Throughput);
        assertEquals(
                summed.getSecondaryResults().get("misses").getScore(),
                WallClock.correct(summed).getSecondaryResults().get("misses").getScore(),
                1e-6);
    }

    @Test
    void shouldLeaveOtherModesAlone() {
        RunResult times = twoThreadsInTurn(Mode.AverageTime);
        assertSame(times, WallClock.correct(times));
    }
}
