package dev.clog.bench.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** Medians over all iterations of all rounds, so that a moment in which the machine did something else does not count. */
final class Figures {
    private Figures() {}

    /** Median of the primary result. */
    static double median(RunResult result) {
        return median(result, iteration -> iteration.getPrimaryResult().getScore());
    }

    /** Median of one secondary result by another, of the same iteration. */
    static double medianRatio(RunResult result, String numerator, String denominator) {
        return median(result, iteration -> secondary(iteration, numerator) / secondary(iteration, denominator));
    }

    /** Sum of a secondary result over all iterations. */
    static double sum(RunResult result, String label) {
        double sum = 0;
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            for (IterationResult iteration : fork.getIterationResults()) {
                sum += secondary(iteration, label);
            }
        }
        return sum;
    }

    private static double median(RunResult result, ToDoubleFunction<IterationResult> figure) {
        List<Double> scores = new ArrayList<>();
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            fork.getIterationResults().forEach(iteration -> scores.add(figure.applyAsDouble(iteration)));
        }
        scores.sort(null);
        int middle = scores.size() / 2;
        if (scores.isEmpty()) {
            return Double.NaN;
        }
        return scores.size() % 2 == 1 ? scores.get(middle) : (scores.get(middle - 1) + scores.get(middle)) / 2;
    }

    private static double secondary(IterationResult iteration, String label) {
        Result<?> result = iteration.getSecondaryResults().get(label);
        return result == null ? Double.NaN : result.getScore();
    }
}
