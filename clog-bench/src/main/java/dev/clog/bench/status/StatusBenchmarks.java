package dev.clog.bench.status;

import dev.clog.bench.Benchmarks;
import dev.clog.bench.Turns;
import dev.clog.bench.locks.HandOffBenchmark;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** {@code bench status}: get, set and miss, with floors beside. */
public final class StatusBenchmarks implements Benchmarks {
    private static final String[] GETTERS = {"array", "raw", "window", "window-large", "cache", "cache-locked"};
    private static final String[] QUICK_GETTERS = {"array", "raw", "window", "cache", "cache-locked"};
    private static final String[] SETTERS = {"array", "window", "window-lsn", "window-large", "cache"};
    private static final String[] QUICK_SETTERS = {"array", "window", "window-lsn"};
    private static final String[] BUFFERS = {"8", "32", "64", "128", "1024"};
    private static final String[] SEARCHES = {
        "lru",
        "lru-control-lock",
        "list-and-sweep",
        "buffreelistlock-reduction",
        "freelist-ok",
        "buffreelistlock-reduction+freelist-ok",
        "removebufmgrfreelist"
    };
    private static final int[] THREADS = {1, 2, 8, 32, 128};
    private static final int[] QUICK_GET_THREADS = {1, 2};
    private static final int[] QUICK_SET_THREADS = {1, 2, 32};
    private static final String[] JVM_ARGS = {
        "-Xmx2g",
        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
        "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED"
    };

    @Override
    public int rounds(boolean quick) {
        return quick ? 1 : 3;
    }

    @Override
    public List<Options> runs(boolean quick) {
        List<Options> runs = new ArrayList<>();
        runs.add(base(HandOffBenchmark.class, quick, 2).build());
        for (int threads : quick ? QUICK_GET_THREADS : THREADS) {
            runs.add(base(GetBenchmark.class, quick, threads)
                    .param("mechanism", quick && threads > 1 ? QUICK_GETTERS : GETTERS)
                    .addProfiler(GCProfiler.class)
                    .build());
        }
        for (int threads : quick ? QUICK_SET_THREADS : THREADS) {
            runs.add(base(SetBenchmark.class, quick, threads)
                    .param("mechanism", quick && threads > 1 ? QUICK_SETTERS : SETTERS)
                    .addProfiler(GCProfiler.class)
                    .build());
        }
        runs.add(base(MissBenchmark.class, quick, 2)
                .param("buffers", BUFFERS)
                .param("search", "lru")
                .build());
        runs.add(base(MissBenchmark.class, quick, 2)
                .param("buffers", "128")
                .param("search", quick ? new String[] {"lru-control-lock", "list-and-sweep"} : SEARCHES)
                .build());
        return runs;
    }

    @Override
    public void print(Collection<RunResult> results, PrintStream out) {
        new StatusReport(results).print(out);
    }

    private static ChainedOptionsBuilder base(Class<?> benchmark, boolean quick, int threads) {
        ChainedOptionsBuilder options = threads > Runtime.getRuntime().availableProcessors()
                ? new OptionsBuilder().jvmArgsAppend(Turns.CROWDED)
                : new OptionsBuilder();
        return options.include("\\b" + benchmark.getSimpleName() + "\\b")
                .threads(threads)
                .forks(1)
                .warmupIterations(quick ? 2 : 3)
                .warmupTime(TimeValue.milliseconds(quick ? 300 : 500))
                .measurementIterations(quick ? 3 : 5)
                // One thread alone sets 2^28 ids in less than a second.
                .measurementTime(threads == 1 ? TimeValue.milliseconds(300) : TimeValue.seconds(1))
                .jvmArgs(JVM_ARGS)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }
}
