package dev.clog.bench.locks;

import dev.clog.bench.Turns;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/**
 * The tables of {@code bench locks}. Figures are medians over all iterations of all rounds, so that a moment in which the
 * machine did something else does not count.
 */
final class LockReport {
    private static final List<String> JDK_READ_WRITE = List.of("rwlock", "rwlock-fair", "stamped");
    private static final int WIDTH = 20;

    /** Table to row (mechanism) to column to figure. */
    private final Map<String, Map<String, Map<String, Double>>> tables = new TreeMap<>();

    private double handOffNs = Double.NaN;

    LockReport(Collection<RunResult> results) {
        results.forEach(this::add);
    }

    private void add(RunResult result) {
        BenchmarkParams params = result.getParams();
        String benchmark = params.getBenchmark();
        String name = benchmark.substring(benchmark.lastIndexOf('.') + 1);
        double median = median(result);
        if (name.equals("handOff")) {
            handOffNs = median / 2;
            return;
        }
        String table = "1 uncontended, ns for acquire and release";
        String column = name;
        if (name.equals("operation")) {
            boolean virtual = params.getJvmArgs().contains(Turns.VIRTUAL);
            table = String.format(
                    Locale.ROOT,
                    "%d %s threads, %3s %% writes, million operations a second by threads",
                    virtual ? 3 : 2,
                    virtual ? "virtual" : "platform",
                    params.getParam("writePercent"));
            column = String.format(Locale.ROOT, "%4d", params.getThreads());
        }
        tables.computeIfAbsent(table, key -> new TreeMap<>())
                .computeIfAbsent(params.getParam("mechanism"), key -> new TreeMap<>())
                .put(column, median);
    }

    private static double median(RunResult result) {
        List<Double> scores = new ArrayList<>();
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            for (IterationResult iteration : fork.getIterationResults()) {
                scores.add(iteration.getPrimaryResult().getScore());
            }
        }
        scores.sort(null);
        return scores.isEmpty() ? Double.NaN : scores.get(scores.size() / 2);
    }

    void print(PrintStream out) {
        out.printf(Locale.ROOT, "%na cache line from one thread to the other: %.0f ns%n", handOffNs);
        for (Map.Entry<String, Map<String, Map<String, Double>>> table : tables.entrySet()) {
            printTable(table.getKey().substring(2), table.getValue(), out);
        }
    }

    private static void printTable(String title, Map<String, Map<String, Double>> rows, PrintStream out) {
        out.printf(Locale.ROOT, "%n%s%n%-" + WIDTH + "s", title, "");
        List<String> columns = rows.values().stream()
                .flatMap(row -> row.keySet().stream())
                .distinct()
                .sorted()
                .toList();
        columns.forEach(column -> out.printf(Locale.ROOT, "%10s", column));
        out.println();
        rows.forEach((mechanism, row) -> {
            out.printf(Locale.ROOT, "%-" + WIDTH + "s", mechanism);
            columns.forEach(column -> out.printf(Locale.ROOT, "%10.2f", row.getOrDefault(column, Double.NaN)));
            out.println();
        });
        if (rows.containsKey("lwlock")) {
            printRatio(title, rows, columns, out);
        }
    }

    /** Ours against the best read-write lock of the JDK; for times, the cheapest is the best. */
    private static void printRatio(
            String title, Map<String, Map<String, Double>> rows, List<String> columns, PrintStream out) {
        boolean times = title.contains("ns for");
        out.printf(Locale.ROOT, "%-" + WIDTH + "s", times ? "lwlock / stamped" : "lwlock / best of JDK");
        for (String column : columns) {
            double best = rows.entrySet().stream()
                    .filter(row -> times ? row.getKey().equals("stamped") : JDK_READ_WRITE.contains(row.getKey()))
                    .mapToDouble(row -> row.getValue().getOrDefault(column, Double.NaN))
                    .filter(figure -> !Double.isNaN(figure))
                    .max()
                    .orElse(Double.NaN);
            out.printf(Locale.ROOT, "%10.2f", rows.get("lwlock").getOrDefault(column, Double.NaN) / best);
        }
        out.println();
    }
}
