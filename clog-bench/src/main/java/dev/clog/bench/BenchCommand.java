package dev.clog.bench;

import dev.clog.bench.commit.CommitBenchmarks;
import dev.clog.bench.locks.LockBenchmarks;
import dev.clog.bench.status.StatusBenchmarks;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;

/**
 * {@code bench NAME [--quick] [--rounds N] [--json FILE]}: runs benchmarks, prints a table, and leaves JMH's own result in
 * a file. To be started on the class path: JMH hands its class path on to the processes it forks.
 */
public final class BenchCommand {
    private static final int MOST_ROUNDS = 100;
    private static final Map<String, Benchmarks> NAMES =
            Map.of("commit", new CommitBenchmarks(), "locks", new LockBenchmarks(), "status", new StatusBenchmarks());
    private static final String USAGE = "usage: bench commit|locks|status [--quick] [--rounds N] [--json FILE]";
    private static final String HELP = String.join(
            System.lineSeparator(),
            USAGE,
            "  --quick      all in a few minutes",
            "  --rounds N   how often all is run, 1 to " + MOST_ROUNDS + " (default: what the benchmarks say)",
            "  --json FILE  leaves JMH's own result in a file",
            "  -h, --help   prints this");

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
        if (Arrays.stream(args).anyMatch(arg -> arg.equals("--help") || arg.equals("-h"))) {
            out.println(HELP);
            return 0;
        }
        Arguments given;
        try {
            given = Arguments.parse(args);
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage() + "\n" + USAGE);
            return 2;
        }
        if (given.name == null) {
            err.println(USAGE);
            return 2;
        }
        out.println(Topology.describe());
        Benchmarks benchmarks = NAMES.get(given.name);
        Collection<RunResult> results = runAll(benchmarks, given, out);
        benchmarks.print(results, out);
        if (given.json != null) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, given.json).writeOut(results);
        }
        return 0;
    }

    /** What the command line says. */
    private record Arguments(String name, boolean quick, OptionalInt rounds, String json) {
        static Arguments parse(String[] args) {
            String name = null;
            String json = null;
            boolean quick = false;
            OptionalInt rounds = OptionalInt.empty();
            for (int i = 0; i < args.length; i++) {
                if (args[i].equals("--quick")) {
                    quick = true;
                } else if (args[i].equals("--rounds") && i + 1 < args.length) {
                    rounds = OptionalInt.of(roundsOf(args[++i]));
                } else if (args[i].equals("--json") && i + 1 < args.length) {
                    json = args[++i];
                } else if (name == null && NAMES.containsKey(args[i])) {
                    name = args[i];
                } else {
                    throw new IllegalArgumentException("bench: unknown argument " + args[i]);
                }
            }
            return new Arguments(name, quick, rounds, json);
        }

        private static int roundsOf(String text) {
            if (text.matches("[0-9]{1,3}")) {
                int rounds = Integer.parseInt(text);
                if (rounds >= 1 && rounds <= MOST_ROUNDS) {
                    return rounds;
                }
            }
            throw new IllegalArgumentException("bench: not a number of rounds, 1 to " + MOST_ROUNDS + ": " + text);
        }

        /** How often all is run. */
        int roundsOf(Benchmarks benchmarks) {
            return rounds.orElse(benchmarks.rounds(quick));
        }
    }

    /** All rounds; results of the same benchmark, parameters and threads are one result with a fork for each round. */
    private static Collection<RunResult> runAll(Benchmarks benchmarks, Arguments given, PrintStream out)
            throws RunnerException {
        Map<String, RunResult> merged = new LinkedHashMap<>();
        int rounds = given.roundsOf(benchmarks);
        for (int round = 1; round <= rounds; round++) {
            List<Options> runs = benchmarks.runs(given.quick);
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
