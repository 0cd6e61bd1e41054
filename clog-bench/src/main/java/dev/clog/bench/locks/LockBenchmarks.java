package dev.clog.bench.locks;

import dev.clog.bench.Benchmarks;
import dev.clog.bench.Turns;
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

/** {@code bench locks}: every lock, uncontended and contended, on platform threads and, where Java has them, virtual ones. */
public final class LockBenchmarks implements Benchmarks {
    static final String[] ALL = {
        "lwlock",
        "lwlock-uncounted",
        "lwlock-fair",
        "lwlock-biased",
        "flexlock-2011",
        "procarray",
        "synchronized",
        "reentrant",
        "rwlock",
        "rwlock-fair",
        "stamped",
        "stamped-optimistic"
    };
    private static final String IGNITE = "ignite-offheap";
    private static final String[] QUICK = {"lwlock", "lwlock-biased", "flexlock-2011", "procarray", "rwlock", "stamped"
    };
    private static final String[] QUEUED = {"lwlock", "procarray", "rwlock", "stamped"};
    private static final int[] THREADS = {1, 2, 8, 32, 128};
    private static final int[] QUICK_THREADS = {2, 32};
    private static final int[] QUEUE_LENGTHS = {64, 1024};
    /** Ignite reaches into these packages. */
    private static final String[] JVM_ARGS = {
        "-Xmx1g", "--add-opens=java.base/java.nio=ALL-UNNAMED", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"
    };

    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;
    /** Ignite makes direct buffers by a constructor that is gone since. */
    private static final int FIRST_JAVA_WITHOUT_IGNITE = 21;

    @Override
    public int rounds(boolean quick) {
        return quick ? 1 : 5;
    }

    @Override
    public List<Options> runs(boolean quick) {
        List<Options> runs = new ArrayList<>();
        runs.add(base(HandOffBenchmark.class, quick).build());
        runs.add(base(UncontendedBenchmark.class, quick)
                .warmupIterations(5)
                .warmupTime(TimeValue.milliseconds(200))
                .measurementIterations(quick ? 5 : 10)
                .measurementTime(TimeValue.milliseconds(200))
                .threads(1)
                .param("mechanism", quick ? QUICK : all())
                .build());
        for (boolean virtual : quick ? new boolean[] {false} : new boolean[] {false, true}) {
            if (virtual && Runtime.version().feature() < FIRST_JAVA_WITH_VIRTUAL_THREADS) {
                break;
            }
            for (int threads : quick ? QUICK_THREADS : THREADS) {
                String[] writes = quick ? new String[] {"0", "5", "100"} : new String[] {"0", "5", "50", "100"};
                runs.add(contended(quick, threads, virtual, quick ? QUICK : all(), writes));
            }
            if (quick) { // endings against exclusive acquisitions, where the posts had most to gain
                runs.add(contended(quick, 8, virtual, new String[] {"lwlock", "procarray"}, "100"));
            }
            for (int threads : QUEUE_LENGTHS) {
                runs.add(contended(quick, threads, virtual, quick ? new String[] {"lwlock"} : QUEUED, "100"));
            }
        }
        return runs;
    }

    @Override
    public void print(Collection<RunResult> results, PrintStream out) {
        new LockReport(results).print(out);
    }

    /** Those that run on this Java. */
    private static String[] all() {
        return Stream.concat(
                        Stream.of(ALL),
                        Stream.of(IGNITE).filter(ignite -> Runtime.version().feature() < FIRST_JAVA_WITHOUT_IGNITE))
                .toArray(String[]::new);
    }

    private static Options contended(
            boolean quick, int threads, boolean virtual, String[] mechanisms, String... writePercents) {
        ChainedOptionsBuilder options = base(LockBenchmark.class, quick)
                .threads(threads)
                .param("mechanism", mechanisms)
                .param("writePercent", writePercents);
        return virtual ? options.jvmArgsAppend(Turns.VIRTUAL).build() : options.build();
    }

    private static ChainedOptionsBuilder base(Class<?> benchmark, boolean quick) {
        return new OptionsBuilder()
                .include("\\b" + benchmark.getSimpleName() + "\\b")
                .forks(1)
                .warmupIterations(3) // the slow paths are compiled late, after a second
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(quick ? 2 : 3)
                .measurementTime(TimeValue.seconds(1))
                .jvmArgs(JVM_ARGS)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }
}
