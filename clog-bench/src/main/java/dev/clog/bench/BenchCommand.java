package dev.clog.bench;

import dev.clog.bench.commit.CommitBenchmarks;
import dev.clog.bench.locks.LockBenchmarks;
import dev.clog.bench.status.StatusBenchmarks;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;

/**
 * {@code bench NAME [--quick] [--json FILE]}: runs benchmarks, prints a table, and leaves JMH's own result in a file. To be
 * started on the class path: JMH hands its class path on to the processes it forks.
 */
public final class BenchCommand {
    private static final Map<String, Benchmarks> NAMES =
            Map.of("commit", new CommitBenchmarks(), "locks", new LockBenchmarks(), "status", new StatusBenchmarks());
    private static final String USAGE = "usage: bench commit|locks|status [--quick] [--json FILE]";

    private BenchCommand() {}

    /** Runs the command; exit status 0, or 2 for wrong arguments. */
    public static void main(String[] args) throws RunnerException {
        int status = run(args, System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    /** Runs the command and returns its exit status. */
    public static int run(String[] args, PrintStream out, PrintStream err) throws RunnerException {
        String name = null;
        String json = null;
        boolean quick = false;
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--quick")) {
                quick = true;
            } else if (args[i].equals("--json") && i + 1 < args.length) {
                json = args[++i];
            } else if (name == null && NAMES.containsKey(args[i])) {
                name = args[i];
            } else {
                err.println("bench: unknown argument " + args[i] + "\n" + USAGE);
                return 2;
            }
        }
        if (name == null) {
            err.println(USAGE);
            return 2;
        }
        out.println(Topology.describe());
        Benchmarks benchmarks = NAMES.get(name);
        Collection<RunResult> results = runAll(benchmarks, quick, out);
        benchmarks.print(results, out);
        if (json != null) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, json).writeOut(results);
        }
        return 0;
    }

    /** All rounds; results of the same benchmark, parameters and threads are one result with a fork for each round. */
    private static Collection<RunResult> runAll(Benchmarks benchmarks, boolean quick, PrintStream out)
            throws RunnerException {
        Map<String, RunResult> merged = new LinkedHashMap<>();
        int rounds = benchmarks.rounds(quick);
        for (int round = 1; round <= rounds; round++) {
            List<Options> runs = benchmarks.runs(quick);
            for (int i = 0; i < runs.size(); i++) {
                out.println("round " + round + " of " + rounds + ", run " + (i + 1) + " of " + runs.size());
                for (RunResult result : new Runner(runs.get(i)).run()) {
                    merged.merge(keyOf(result), WallClock.correct(result), BenchCommand::merge);
                }
            }
        }
        return merged.values();
    }

    private static String keyOf(RunResult result) {
        return result.getParams().id() + " " + result.getParams().getThreads() + " "
                + result.getParams().getJvmArgs();
    }

    private static RunResult merge(RunResult one, RunResult other) {
        Collection<BenchmarkResult> forks = new ArrayList<>();
        Stream.of(one, other).forEach(result -> forks.addAll(result.getBenchmarkResults()));
        return new RunResult(one.getParams(), forks);
    }
}
