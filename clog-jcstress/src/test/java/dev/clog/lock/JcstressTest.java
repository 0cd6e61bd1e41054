package dev.clog.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs all stress tests in a process of their own and reads what it prints: for each test and outcome, how often it was
 * seen.
 */
@DisplayName("Situations 42 and 43, LCK-2 to LCK-5, LCK-9, STA-1, STA-5, PAG-5: memory order under stress")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JcstressTest {
    private static final String TIME = System.getProperty("clog.jcstress.time", "300");
    private static final String OPENS = "--add-opens java.base/jdk.internal.misc=ALL-UNNAMED";
    private static final String LONG_TIME = "1000";
    private static final int MOST_REPEATS = 4;
    private static final Pattern TEST = Pattern.compile("(dev\\.clog\\.\\S+Stress)$");
    private static final Pattern OUTCOME = Pattern.compile("^\\s+(\\S.*?)\\s+([\\d,]+)\\s+<?[\\d.]+%\\s+(\\S+)\\s+.*$");

    /** Name of the test to the number of forbidden and of all outcomes seen. */
    private final Map<String, long[]> seen = new TreeMap<>();

    static List<String> tests() throws IOException {
        Path root = Path.of("src/main/java");
        try (Stream<Path> sources = Files.walk(root)) {
            return sources.map(path -> root.relativize(path).toString())
                    .filter(name -> name.endsWith("Stress.java"))
                    .map(name ->
                            name.substring(0, name.length() - ".java".length()).replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }

    @BeforeAll
    void runAll(@TempDir Path folder) throws IOException, InterruptedException {
        run(folder, ".*", TIME);
        // A busy machine may hardly ever run two threads at once: the weakened copies get more time to show what is
        // wrong.
        for (int again = 0; again < MOST_REPEATS && !uncaught().isEmpty(); again++) {
            run(folder, "(" + String.join("|", uncaught()) + ")$", LONG_TIME);
        }
    }

    private List<String> uncaught() {
        return seen.entrySet().stream()
                .filter(test -> test.getKey().contains(".Weak") && test.getValue()[0] == 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    private void run(Path folder, String selection, String time) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jcstress.Main",
                "-v"));
        // One way to compile, one fork, threads not bound: many short tests instead of every combination.
        String oneVm = Runtime.version().feature() < 18 ? "-XX:-UseBiasedLocking" : "-Xss512k";
        command.addAll(List.of("-jvmArgs", OPENS + " -Xmx256m " + oneVm, "-f", "1", "-iters", "3", "-time", time));
        command.addAll(List.of("-sc", "false", "-af", "NONE", "-r", folder.toString(), "-t", selection));
        // Its exit status says that forbidden outcomes were seen, which the weakened copies must show.
        new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        List<String> lines = Files.readAllLines(output);
        count(lines);
        assertFalse(seen.isEmpty(), () -> String.join("\n", lines));
    }

    @Test
    void shouldReadARareOutcome() {
        Matcher outcome = OUTCOME.matcher("    1, 0       12   <0.01%   Forbidden  Both missed.");
        assertTrue(outcome.matches());
        assertEquals(List.of("1, 0", "12", "Forbidden"), List.of(outcome.group(1), outcome.group(2), outcome.group(3)));
    }

    private void count(List<String> lines) {
        long[] counts = null;
        for (String line : lines) {
            Matcher test = TEST.matcher(line);
            Matcher outcome = OUTCOME.matcher(line);
            if (test.find()) {
                counts = seen.computeIfAbsent(test.group(1), name -> new long[2]);
            } else if (counts != null && outcome.matches()) {
                long times = Long.parseLong(outcome.group(2).replace(",", ""));
                counts[0] += outcome.group(3).equalsIgnoreCase("forbidden") ? times : 0;
                counts[1] += times;
            }
        }
    }

    @ParameterizedTest
    @MethodSource("tests")
    void shouldShowForbiddenOutcomesOnlyWhereWeakened(String test) {
        long[] counts = seen.get(test);
        assertTrue(counts != null && counts[1] > 1000, () -> test + " did not run; those that did: " + seen.keySet());
        System.out.println(test + ": " + counts[1] + " outcomes, " + counts[0] + " forbidden");
        if (test.contains(".Weak")) {
            assertTrue(counts[0] > 0, "the weakened copy was not caught: the test can't fail");
        } else {
            assertEquals(0, counts[0], "forbidden outcomes");
        }
    }
}
