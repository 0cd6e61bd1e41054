package dev.clog.bench.commit;

import dev.clog.lock.LockStatistics;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/** The tables of writers of statuses: throughput, acquisitions, and the lines of the lock as its statistics print them. */
final class WriterReport {
    private static final String EXCLUSIVE = "exclusive";
    private static final String LIST = "list";
    private static final String RING = "ring";

    private final Map<Situation, Table> throughput = new EnumMap<>(Situation.class);
    private final Map<Situation, Table> acquisitions = new EnumMap<>(Situation.class);
    private final Map<Situation, List<String>> lines = new EnumMap<>(Situation.class);

    WriterReport(Collection<RunResult> results) {
        for (Situation situation : Situation.values()) {
            throughput.put(situation, new Table("thousand commits a second " + situation + ", by committers", 0));
            acquisitions.put(
                    situation, new Table("exclusive acquisitions a commit " + situation + ", conditional ones too", 4));
            lines.put(situation, new ArrayList<>());
        }
        for (RunResult result : results) {
            if (result.getParams().getBenchmark().contains(WriterBenchmark.class.getSimpleName())) {
                add(result);
            }
        }
        throughput.forEach(WriterReport::compareThroughput);
        acquisitions.forEach(WriterReport::compareAcquisitions);
    }

    private void add(RunResult result) {
        BenchmarkParams params = result.getParams();
        String mechanism = params.getParam("mechanism");
        Situation situation = Situation.valueOf(params.getParam("situation"));
        throughput.get(situation).put(mechanism, params.getThreads(), Figures.median(result));
        LockStatistics lock = new LockStatistics(
                mechanism,
                (long) Figures.sum(result, "shacq"),
                (long) Figures.sum(result, "exacq"),
                (long) Figures.sum(result, "blk"),
                (long) Figures.sum(result, "spindelay"),
                (long) Figures.sum(result, "dequeueself"),
                (long) Figures.sum(result, "condacq"),
                (long) Figures.sum(result, "orwait"));
        double commits = Figures.sum(result, "commits");
        double each = (lock.exclusiveAcquires() + lock.trySuccesses() + lock.orWaitSuccesses()) / commits;
        acquisitions.get(situation).put(mechanism, params.getThreads(), each);
        lines.get(situation)
                .add(String.format(
                        Locale.ROOT, "%4d committers, %.0f commits, %s", params.getThreads(), commits, lock.line()));
    }

    private static void compareThroughput(Situation situation, Table table) {
        boolean stalled = situation.stalls();
        table.deriveRatio(
                stalled ? "list, of exclusive (goal from 8 on above 1.00)" : "list, of exclusive (goal 0.90)",
                LIST,
                EXCLUSIVE);
        table.deriveRatio(stalled ? "ring, of list (goal 1.00)" : "ring, of list", RING, LIST);
        for (String other : List.of("shared", RING, "ring-dedicated", "direct")) {
            table.deriveRatio(other + ", of exclusive" + (stalled ? "" : " (goal 0.90)"), other, EXCLUSIVE);
        }
    }

    private static void compareAcquisitions(Situation situation, Table table) {
        boolean stalled = situation.stalls();
        table.deriveRatio(
                stalled ? "list, of exclusive (goal from 32 on 0.50)" : "list, of exclusive", LIST, EXCLUSIVE);
        table.deriveRatio(
                stalled ? "ring, of exclusive (goal from 32 on 0.10)" : "ring, of exclusive", RING, EXCLUSIVE);
        table.deriveRatio("ring-dedicated, of exclusive", "ring-dedicated", EXCLUSIVE);
    }

    void print(PrintStream out) {
        for (Situation situation : Situation.values()) {
            throughput.get(situation).print(out);
            acquisitions.get(situation).print(out);
        }
        printOneCommitter(out);
        lines.forEach((situation, list) -> {
            if (!list.isEmpty()) {
                out.println("\nthe lock " + situation);
                list.forEach(out::println);
            }
        });
    }

    private void printOneCommitter(PrintStream out) {
        Table table = throughput.get(Situation.FAST_PATH);
        if (table.rows().isEmpty()) {
            return;
        }
        out.printf(Locale.ROOT, "%none committer with the fast path%n");
        for (String mechanism : WriterUnderTest.MECHANISMS) {
            out.printf(
                    Locale.ROOT,
                    "%-20s %7.1f ns, of exclusive %.2f (goal 1.20 or less)%n",
                    mechanism,
                    1e6 / table.get(mechanism, 1),
                    table.get(EXCLUSIVE, 1) / table.get(mechanism, 1));
        }
    }
}
