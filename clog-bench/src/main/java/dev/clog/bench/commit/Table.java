package dev.clog.bench.commit;

import java.io.PrintStream;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Figures in rows by name and columns by number; a figure that is not there prints as a dash. */
final class Table {
    private static final int NAME_WIDTH = 44;
    private static final int FIGURE_WIDTH = 11;
    private static final int RATIO_DIGITS = 2;

    private final String title;
    private final int digits;
    private final Map<String, TreeMap<Integer, Double>> rows = new LinkedHashMap<>();
    private final Set<String> ratios = new HashSet<>();

    Table(String title, int digits) {
        this.title = title;
        this.digits = digits;
    }

    void put(String row, int column, double figure) {
        if (Double.isFinite(figure)) {
            rows.computeIfAbsent(row, key -> new TreeMap<>()).put(column, figure);
        }
    }

    double get(String row, int column) {
        TreeMap<Integer, Double> figures = rows.get(row);
        return figures == null ? Double.NaN : figures.getOrDefault(column, Double.NaN);
    }

    /** Names of the rows. */
    Collection<String> rows() {
        return rows.keySet();
    }

    /** A row of the figures of a row by those of another; printed with two digits. */
    void deriveRatio(String row, String numerator, String denominator) {
        ratios.add(row);
        for (int column : columns()) {
            put(row, column, get(numerator, column) / get(denominator, column));
        }
    }

    /** A row of the largest figure of those rows in each column. */
    void deriveLargest(String row, Iterable<String> names) {
        for (int column : columns()) {
            double largest = Double.NEGATIVE_INFINITY;
            for (String name : names) {
                double figure = get(name, column);
                largest = Double.isNaN(figure) ? largest : Math.max(largest, figure);
            }
            put(row, column, largest);
        }
    }

    private SortedSet<Integer> columns() {
        SortedSet<Integer> columns = new TreeSet<>();
        rows.values().forEach(row -> columns.addAll(row.keySet()));
        return columns;
    }

    void print(PrintStream out) {
        if (rows.isEmpty()) {
            return;
        }
        SortedSet<Integer> columns = columns();
        out.printf(Locale.ROOT, "%n%s%n%-" + NAME_WIDTH + "s", title, "");
        columns.forEach(column -> out.printf(Locale.ROOT, "%" + FIGURE_WIDTH + "d", column));
        out.println();
        for (String row : rows.keySet()) {
            out.printf(Locale.ROOT, "%-" + NAME_WIDTH + "s", row);
            int places = ratios.contains(row) ? RATIO_DIGITS : digits;
            columns.forEach(column -> out.print(format(get(row, column), places)));
            out.println();
        }
    }

    private static String format(double figure, int places) {
        return Double.isNaN(figure)
                ? String.format(Locale.ROOT, "%" + FIGURE_WIDTH + "s", "-")
                : String.format(Locale.ROOT, "%" + FIGURE_WIDTH + "." + places + "f", figure);
    }
}
