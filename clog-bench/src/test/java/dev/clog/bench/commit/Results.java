package dev.clog.bench.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

/** Results as JMH would hand them to a report. */
final class Results {
    private Results() {}

    /** One fork, an iteration for each of the scores; the secondary results are the same in each. */
    static RunResult of(
            Class<?> benchmark,
            int threads,
            Map<String, String> parameters,
            Map<String, Double> secondary,
            double... scores) {
        WorkloadParams workload = new WorkloadParams();
        parameters.forEach((name, value) -> workload.put(name, value, 0));
        IterationParams iterations = new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.seconds(1), 1);
        BenchmarkParams params = new BenchmarkParams(
                benchmark.getName() + ".commit",
                "generated",
                true,
                threads,
                new int[] {1},
                List.of(),
                1,
                0,
                iterations,
                iterations,
                Mode.Throughput,
                workload,
                TimeUnit.SECONDS,
                1,
                "java",
                List.of(),
                "17",
                "vm",
                "17",
                "1.37",
                TimeValue.minutes(1));
        List<IterationResult> results = new ArrayList<>();
        for (double score : scores) {
            IterationResult result = new IterationResult(params, iterations, new IterationResultMetaData(1, 1));
            result.addResult(new ThroughputResult(
                    ResultRole.PRIMARY, "commit", score, TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS));
            secondary.forEach(
                    (label, value) -> result.addResult(new ScalarResult(label, value, "#", AggregationPolicy.SUM)));
            results.add(result);
        }
        return new RunResult(params, List.of(new BenchmarkResult(params, results)));
    }
}
