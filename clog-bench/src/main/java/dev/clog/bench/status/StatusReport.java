package dev.clog.bench.status;

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
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * The tables of {@code bench status}, medians over all iterations, and under each the ratios of cost that it is about: an
 * exclamation mark is at what costs more than its goal.
 */
final class StatusReport {
    private static final int WIDTH = 40;
    private static final String BYTES = "gc.alloc.rate.norm";

    /** Table to row (mechanism) to column (threads or buffers) to figure. */
    private final Map<String, Map<String, Map<Integer, Double>>> tables = new TreeMap<>();

    private double handOffNs = Double.NaN;

    StatusReport(Collection<RunResult> results) {
        results.forEach(this::add);
    }

    private void add(RunResult result) {
        BenchmarkParams params = result.getParams();
        String benchmark = params.getBenchmark();
        String name = benchmark.substring(benchmark.lastIndexOf('.') + 1);
        double score = median(result, null);
        if (name.equals("handOff")) {
            handOffNs = score / 2;
            return;
        }
        if (name.equals("get")) {
            int buffers = Integer.parseInt(params.getParam("buffers"));
            put("get of 4000 pages, thousand a second, by buffers", params.getParam("search"), buffers, score);
            put(
                    "share of reads that bring a page in, percent, by buffers",
                    params.getParam("search"),
                    buffers,
                    100 * median(result, "misses") / score);
            return;
        }
        put(name + ", million a second, by threads", params.getParam("mechanism"), params.getThreads(), score);
        put(
                name + ", bytes allocated, by threads",
                params.getParam("mechanism"),
                params.getThreads(),
                median(result, BYTES));
    }

    private void put(String table, String row, int column, double figure) {
        tables.computeIfAbsent(table, key -> new TreeMap<>())
                .computeIfAbsent(row, key -> new TreeMap<>())
                .put(column, figure);
    }

    private static double median(RunResult result, String secondary) {
        List<Double> scores = new ArrayList<>();
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            for (IterationResult iteration : fork.getIterationResults()) {
                Result<?> one = secondary == null
                        ? iteration.getPrimaryResult()
                        : iteration.getSecondaryResults().get(secondary);
                if (one != null) {
                    scores.add(one.getScore());
                }
            }
        }
        scores.sort(null);
        return scores.isEmpty() ? Double.NaN : scores.get(scores.size() / 2);
    }

    void print(PrintStream out) {
        out.printf(Locale.ROOT, "%na cache line from one thread to the other: %.0f ns%n", handOffNs);
        tables.forEach((title, rows) -> printTable(title, rows, out));
    }

    private static void printTable(String title, Map<String, Map<Integer, Double>> rows, PrintStream out) {
        out.printf(Locale.ROOT, "%n%s%n%-" + WIDTH + "s", title, "");
        List<Integer> columns = rows.values().stream()
                .flatMap(row -> row.keySet().stream())
                .distinct()
                .sorted()
                .toList();
        columns.forEach(column -> out.printf(Locale.ROOT, "%10d", column));
        out.println();
        rows.forEach((name, row) -> printRow(name, columns, row, out));
        if (title.contains("bytes")) {
            return;
        }
        boolean get = title.startsWith("get");
        printRatio(rows, "array", "window", get ? 1.5 : 2, columns, out);
        printRatio(rows, "raw", "window", 1.5, columns, out);
        printRatio(rows, "array", "window-lsn", 3, columns, out);
        printRatio(rows, "window", "window-large", 1.1, columns, out);
        if (get) {
            printRatio(rows, "window", "cache", 2, columns, out);
            printRatio(rows, "cache-locked", "cache", 1, columns, out);
        }
    }

    private static void printRow(String name, List<Integer> columns, Map<Integer, Double> row, PrintStream out) {
        out.printf(Locale.ROOT, "%-" + WIDTH + "s", name);
        columns.forEach(column -> out.printf(Locale.ROOT, "%10.2f", row.getOrDefault(column, Double.NaN)));
        out.println();
    }

    /** How many times the second costs what the first does, with a mark where that is more than it should be at most. */
    private static void printRatio(
            Map<String, Map<Integer, Double>> rows,
            String first,
            String second,
            double goal,
            List<Integer> columns,
            PrintStream out) {
        if (!rows.containsKey(first) || !rows.containsKey(second)) {
            return;
        }
        String text = String.format(Locale.ROOT, "  %s / %s (goal %.1f)", second, first, goal);
        out.printf(Locale.ROOT, "%-" + WIDTH + "s", text);
        for (int column : columns) {
            double ratio = rows.get(first).getOrDefault(column, Double.NaN)
                    / rows.get(second).getOrDefault(column, Double.NaN);
            out.printf(Locale.ROOT, "%9.2f%s", ratio, ratio > goal ? "!" : " ");
        }
        out.println();
    }
}
