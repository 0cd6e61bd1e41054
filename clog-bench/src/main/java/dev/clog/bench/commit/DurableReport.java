package dev.clog.bench.commit;

import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.RunResult;

/** The tables of durable commits: throughput beside the peers', forces, and the trickle. */
final class DurableReport {
    private static final String BEST = "best of the peers";

    private final Table throughput = new Table("durable commits a second, by threads", 0);
    private final Table forces = new Table("forces a commit, by threads (goal at 64: below 0.0625)", 4);
    private final Table latency = new Table("mean time of a commit, µs, by distance of two commits, µs", 0);

    DurableReport(Collection<RunResult> results) {
        for (RunResult result : results) {
            String benchmark = result.getParams().getBenchmark();
            if (benchmark.contains(DurableBenchmark.class.getSimpleName())) {
                addThroughput(result);
            } else if (benchmark.contains(TrickleBenchmark.class.getSimpleName())) {
                addLatency(result);
            }
        }
        throughput.deriveLargest(BEST, List.of(CommitBenchmarks.PEERS));
        for (String ours : CommitBenchmarks.OURS) {
            throughput.deriveRatio(ours + ", of the best (goal above 1.00)", ours, BEST);
        }
    }

    private void addThroughput(RunResult result) {
        String mechanism = result.getParams().getParam("mechanism");
        int threads = result.getParams().getThreads();
        throughput.put(mechanism, threads, Figures.median(result));
        double counted = Figures.sum(result, "forces");
        if (counted > 0) {
            forces.put(mechanism, threads, counted / Figures.sum(result, "commits"));
        }
    }

    private void addLatency(RunResult result) {
        latency.put(
                result.getParams().getParam("mechanism"),
                Integer.parseInt(result.getParams().getParam("periodUs")),
                Figures.medianRatio(result, "totalNs", "commits") / TimeUnit.MICROSECONDS.toNanos(1));
    }

    void print(PrintStream out) {
        if (!throughput.rows().isEmpty()) {
            out.printf(
                    Locale.ROOT,
                    "%nfiles: %s; a lone force of a few bytes in an allocated file: %.0f µs%n",
                    DiskFolder.describe(),
                    withoutPauseUs(CommitBenchmarks.FLOOR));
        }
        throughput.print(out);
        forces.print(out);
        latency.print(out);
        latency.rows().forEach(mechanism -> printTrickle(mechanism, out));
    }

    /** Time of a commit of one thread that begins the next at once. */
    private double withoutPauseUs(String mechanism) {
        return TimeUnit.SECONDS.toMicros(1) / throughput.get(mechanism, 1);
    }

    /** Of the distances, the smallest is the trickle, and at the largest each commit is alone. */
    private void printTrickle(String mechanism, PrintStream out) {
        double trickle = latency.get(mechanism, CommitBenchmarks.TRICKLE_US);
        out.printf(
                Locale.ROOT,
                "  %s: a commit in the trickle takes %.2f of a lone one%s, %.2f of one without a pause before%n",
                mechanism,
                trickle / latency.get(mechanism, CommitBenchmarks.LONE_US),
                List.of(CommitBenchmarks.OURS).contains(mechanism) ? " (goal 1.50 or less)" : "",
                trickle / withoutPauseUs(mechanism));
    }
}
