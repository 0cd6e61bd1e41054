package dev.clog.bench.commit;

import dev.clog.bench.Benchmarks;
import dev.clog.bench.locks.HandOffBenchmark;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
    static final String[] OURS = {};
    static final String FLOOR = "force";
    static final int TRICKLE_US = 300;
    static final int LONE_US = 10_000;

    private static final String[] TRICKLERS = {"rocksdb"};
    private static final int[] THREADS = {1, 4, 16, 64};
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
        String[] mechanisms =
                Stream.of(new String[] {FLOOR}, PEERS, OURS).flatMap(Stream::of).toArray(String[]::new);
        for (int threads : THREADS) {
            runs.add(base(DurableBenchmark.class, quick)
                    .threads(threads)
                    .param("mechanism", mechanisms)
                    .build());
        }
        runs.add(base(TrickleBenchmark.class, quick)
                .threads(TRICKLE_THREADS)
                .param("mechanism", TRICKLERS)
                .param("periodUs", Integer.toString(TRICKLE_US), Integer.toString(LONE_US))
                .build());
        return runs;
    }

    @Override
    public void print(Collection<RunResult> results, PrintStream out) {
        new DurableReport(results).print(out);
    }

    private static ChainedOptionsBuilder base(Class<?> benchmark, boolean quick) {
        return new OptionsBuilder()
                .include("\\b" + benchmark.getSimpleName() + "\\b")
                .forks(1)
                .warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(quick ? 1 : 3)
                .measurementTime(TimeValue.seconds(1))
                .jvmArgs(JVM_ARGS)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }
}
