package dev.clog.bench.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;

@DisplayName("The report of durable commits: medians, ours by the best peer, forces a commit, the trickle")
class DurableReportTest {

    private static RunResult commits(String mechanism, int threads, Map<String, Double> counts, double... scores) {
        return Results.of(DurableBenchmark.class, threads, Map.of("mechanism", mechanism), counts, scores);
    }

    private static RunResult trickle(String mechanism, int periodUs, double meanUs) {
        return Results.of(
                TrickleBenchmark.class,
                64,
                Map.of("mechanism", mechanism, "periodUs", Integer.toString(periodUs)),
                Map.of("commits", 10.0, "totalNs", 10 * meanUs * 1000),
                1);
    }

    private static List<String> linesOf(RunResult... results) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new DurableReport(List.of(results)).print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static String only(List<String> lines, String start) {
        List<String> found =
                lines.stream().filter(line -> line.startsWith(start)).toList();
        assertEquals(1, found.size(), () -> start + " in " + lines);
        return found.get(0).substring(start.length()).trim();
    }

    @Test
    void shouldCompareMediansWithTheBestPeer() {
        List<String> lines = linesOf(
                commits("force", 1, Map.of(), 2000),
                commits("rocksdb", 1, Map.of(), 900, 1000, 50_000),
                commits("lmdb", 1, Map.of(), 1500, 1600, 1700),
                commits("journal", 1, Map.of(), 1900, 2000, 9000));
        assertEquals("1600", only(lines, "best of the peers"));
        assertEquals("1.25", only(lines, "journal, of the best (goal above 1.00)"));
        assertTrue(lines.stream().anyMatch(line -> line.endsWith("allocated file: 500 µs")), lines::toString);
    }

    @Test
    void shouldDivideForcesByCommits() {
        List<String> lines = linesOf(
                commits("journal", 64, Map.of("forces", 20.0, "commits", 1000.0), 1),
                commits("lmdb", 64, Map.of("forces", -1.0, "commits", 1000.0), 1));
        int table = lines.indexOf(lines.stream()
                .filter(line -> line.startsWith("forces a commit"))
                .findFirst()
                .orElseThrow());
        assertEquals("0.0200", only(lines.subList(table, lines.size()), "journal"));
        assertTrue(lines.subList(table, lines.size()).stream().noneMatch(line -> line.startsWith("lmdb")));
    }

    @Test
    void shouldDivideTheTrickleByALoneCommit() {
        List<String> lines = linesOf(
                commits("journal", 1, Map.of(), 5000),
                trickle("journal", CommitBenchmarks.TRICKLE_US, 450),
                trickle("journal", CommitBenchmarks.LONE_US, 300));
        assertEquals(
                "a commit in the trickle takes 1.50 of a lone one (goal 1.50 or less), 2.25 of one without a pause before",
                only(lines, "  journal:"));
    }
}
