package dev.clog.bench.commit;

import dev.clog.bench.Benchmarks;
import dev.clog.bench.locks.HandOffBenchmark;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** {@code bench commit}: durable commits beside the peers', and writers of statuses beside each other. */
public final class CommitBenchmarks implements Benchmarks {
    static final String[] PEERS = {"herddb", "hsqldb", "lmdb", "mvstore", "persistit", "rocksdb"};
    static final String[] OURS = {"journal", "clog"};
    static final String FLOOR = "force";
    static final int TRICKLE_US = 300;
    static final int LONE_US = 10_000;

    private static final String[] TRICKLERS = {FLOOR, "journal", "clog", "herddb", "rocksdb"};
    private static final String[] QUICK_TRICKLERS = {FLOOR, "journal", "clog"};
    private static final int[] THREADS = {1, 4, 16, 64};
    private static final int[] COMMITTERS = {1, 2, 8, 32, 64, 128};
    private static final int[] QUICK_COMMITTERS = {1, 8, 32};
    private static final int TRICKLE_THREADS = 64;
    private static final String[] JVM_ARGS = {
        "-Xmx2g",
        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
        "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
        "--add-opens=java.base/java.nio=ALL-UNNAMED", // for LMDB
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
    };

    /** All that makes commits durable. */
    static Stream<String> mechanisms() {
        return Stream.of(new String[] {FLOOR}, PEERS, OURS).flatMap(Stream::of);
    }

    @Override
    public int rounds(boolean quick) {
        return quick ? 1 : 3;
    }

    @Override
    public List<Options> runs(boolean quick) {
        List<Options> runs = new ArrayList<>();
        runs.add(base(HandOffBenchmark.class, quick).build());
        for (int threads : THREADS) {
            runs.add(durable(DurableBenchmark.class, quick)
                    .threads(threads)
                    .param("mechanism", mechanisms().toArray(String[]::new))
                    .build());
        }
        runs.add(durable(TrickleBenchmark.class, quick)
                .threads(TRICKLE_THREADS)
                .param("mechanism", quick ? QUICK_TRICKLERS : TRICKLERS)
                .param("periodUs", Integer.toString(TRICKLE_US), Integer.toString(LONE_US))
                .build());
        for (int threads : quick ? QUICK_COMMITTERS : COMMITTERS) {
            addWriters(runs, quick, threads);
        }
        runs.add(base(HandOffBenchmark.class, quick).build());
        return runs;
    }

    /** Warmed up until the files that a log makes when it is opened are made. */
    private static ChainedOptionsBuilder durable(Class<?> benchmark, boolean quick) {
        return base(benchmark, quick)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(quick && benchmark == DurableBenchmark.class ? 1 : 3);
    }

    /** Nobody else is there to stall, or to be met, where there is one committer. */
    private static void addWriters(List<Options> runs, boolean quick, int threads) {
        runs.add(writers(quick, threads, Situation.FAST_PATH, WriterUnderTest.MECHANISMS));
        if (threads > 1) {
            runs.add(writers(quick, threads, Situation.NO_FAST_PATH, WriterUnderTest.LOCKED));
            runs.add(writers(
                    quick, threads, Situation.STALLED, quick ? WriterUnderTest.LOCKED : WriterUnderTest.MECHANISMS));
            runs.add(writers(quick, threads, Situation.STALLED_NO_FAST_PATH, WriterUnderTest.LOCKED));
            if (!quick) {
                runs.add(writers(quick, threads, Situation.BACKGROUND, WriterUnderTest.LOCKED));
            }
        }
    }

    private static Options writers(boolean quick, int threads, Situation situation, List<String> mechanisms) {
        return base(WriterBenchmark.class, quick)
                .warmupIterations(quick ? 1 : 4) // groups are rare: their code is compiled late
                .threads(threads)
                .param("mechanism", mechanisms.toArray(String[]::new))
                .param("situation", situation.name())
                .build();
    }

    @Override
    public void print(Collection<RunResult> results, PrintStream out) {
        printHandOff(results, out);
        new DurableReport(results).print(out);
        new WriterReport(results).print(out);
    }

    private static void printHandOff(Collection<RunResult> results, PrintStream out) {
        for (RunResult result : results) {
            if (result.getParams().getBenchmark().contains(HandOffBenchmark.class.getSimpleName())) {
                out.printf(
                        Locale.ROOT,
                        "%na cache line from one thread to the other: %.0f ns%n",
                        Figures.median(result) / 2);
            }
        }
    }

    private static ChainedOptionsBuilder base(Class<?> benchmark, boolean quick) {
        return new OptionsBuilder()
                .include("\\b" + benchmark.getSimpleName() + "\\b")
                .forks(1)
                .warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(quick ? 300 : 500))
                .measurementIterations(quick ? 1 : 3)
                .measurementTime(TimeValue.seconds(1))
                .jvmArgs(JVM_ARGS)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }
}
