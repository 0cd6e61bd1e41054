package dev.clog.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ThroughputResult;

/**
 * Makes the throughput of many threads one of the wall clock: operations of all threads by the time of the iteration. The
 * command does this to every result before it is printed or written.
 *
 * <p>JMH divides each thread's operations by that thread's own time, and sums. With more threads than processors a thread
 * that first gets one late has a short time: it counts as if it had run at that rate from the start, and the sum is more
 * than was done. The more so the shorter the iteration, and the more the threads of a mechanism sleep: it is no common
 * factor that comparisons are free of.
 *
 * <p>The time of an iteration is that from when the last thread is ready to when JMH tells all to stop. A thread counts the
 * operation in which it finds that out too. Iterations should take 100 times as long as an operation, and, as JMH itself
 * needs a processor to end one, a second where many threads spin. Left alone: other modes, and secondary results.
 */
final class WallClock {
    private WallClock() {}

    static RunResult correct(RunResult result) {
        BenchmarkParams params = result.getParams();
        if (params.getMode() != Mode.Throughput) {
            return result;
        }
        List<BenchmarkResult> forks = new ArrayList<>();
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            List<IterationResult> iterations = new ArrayList<>();
            fork.getIterationResults().forEach(iteration -> iterations.add(correct(iteration)));
            BenchmarkResult corrected = new BenchmarkResult(params, iterations, fork.getMetadata());
            fork.getBenchmarkResults().values().forEach(corrected::addBenchmarkResult);
            forks.add(corrected);
        }
        return new RunResult(params, forks);
    }

    private static IterationResult correct(IterationResult iteration) {
        BenchmarkParams params = iteration.getBenchmarkParams();
        IterationResult corrected = new IterationResult(params, iteration.getParams(), iteration.getMetadata());
        corrected.addResult(new ThroughputResult(
                ResultRole.PRIMARY,
                iteration.getPrimaryResult().getLabel(),
                iteration.getMetadata().getMeasuredOps(),
                iteration.getParams().getTime().convertTo(TimeUnit.NANOSECONDS),
                params.getTimeUnit()));
        for (String label : iteration.getRawSecondaryResults().keys()) {
            @SuppressWarnings("rawtypes") // as JMH has it
            Collection<Result> secondary = iteration.getRawSecondaryResults().get(label);
            secondary.forEach(corrected::addResult);
        }
        return corrected;
    }
}
