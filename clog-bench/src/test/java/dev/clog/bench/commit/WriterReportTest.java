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

@DisplayName("The report of status writers: throughput, acquisitions a commit with conditional ones, the lock's line")
class WriterReportTest {

    private static RunResult commits(String mechanism, Situation situation, int threads, double score, double condacq) {
        return Results.of(
                WriterBenchmark.class,
                threads,
                Map.of("mechanism", mechanism, "situation", situation.name()),
                Map.of(
                        "commits", 1000.0,
                        "shacq", 1.0,
                        "exacq", 20.0,
                        "blk", 3.0,
                        "spindelay", 4.0,
                        "dequeueself", 5.0,
                        "condacq", condacq,
                        "orwait", 7.0),
                score);
    }

    private static List<String> linesOf(RunResult... results) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new WriterReport(List.of(results)).print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static void assertRow(List<String> lines, String name, String figure) {
        assertTrue(
                lines.stream().anyMatch(line -> line.startsWith(name + " ") && line.endsWith(" " + figure)),
                () -> name + " " + figure + " in " + lines);
    }

    @Test
    void shouldCountEveryKindOfExclusiveAcquisition() {
        List<String> lines = linesOf(
                commits("exclusive", Situation.STALLED, 32, 1, 973), commits("list", Situation.STALLED, 32, 1, 473));
        assertRow(lines, "exclusive", "1.0000");
        assertRow(lines, "list", "0.5000");
        assertRow(lines, "list, of exclusive (goal from 32 on 0.50)", "0.50");
    }

    @Test
    void shouldCompareThroughputWithinASituation() {
        List<String> lines = linesOf(
                commits("exclusive", Situation.STALLED, 8, 100, 0),
                commits("list", Situation.STALLED, 8, 150, 0),
                commits("ring", Situation.STALLED, 8, 300, 0),
                commits("list", Situation.NO_FAST_PATH, 8, 7000, 0));
        assertRow(lines, "list, of exclusive (goal from 8 on above 1.00)", "1.50");
        assertRow(lines, "ring, of list (goal 1.00)", "2.00");
    }

    @Test
    void shouldPrintTheLineOfTheLock() {
        List<String> lines = linesOf(commits("ring", Situation.FAST_PATH, 2, 1, 6));
        assertEquals(
                "   2 committers, 1000 commits, lwlock ring: shacq 1 exacq 20 blk 3 spindelay 4 dequeue self 5"
                        + " condacq 6 orwait 7",
                lines.get(lines.size() - 1));
    }

    @Test
    void shouldSayWhatOneCommitterPays() {
        List<String> lines = linesOf(
                commits("exclusive", Situation.FAST_PATH, 1, 20_000, 0),
                commits("ring", Situation.FAST_PATH, 1, 16_000, 0));
        assertTrue(
                lines.contains("ring                    62.5 ns, of exclusive 1.25 (goal 1.20 or less)"),
                lines::toString);
    }
}
