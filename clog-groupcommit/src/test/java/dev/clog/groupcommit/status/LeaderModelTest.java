package dev.clog.groupcommit.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Has the model checker Spin go through all states of {@code leader.pml}: three committers. */
@DisplayName("GRP-2 to GRP-6: in a model of the protocol nobody waits for ever, and each request is applied once")
class LeaderModelTest {
    private static final int RING = 1;

    /** The variant that takes commits which pass the group. */
    private static final int PASSED = 6;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "kind {0}, banks {1}, rounds {2}, fast path {3}")
    @CsvSource({"1, 1, 1, 0", "1, 2, 1, 0", "2, 1, 1, 0", "3, 1, 2, 0", "1, 1, 1, 1", "3, 1, 2, 1"})
    void shouldFindNoErrorInTheProtocol(int kind, int banks, int rounds, int fast) throws Exception {
        String output = check(kind, 0, banks, fast, Crew.EFFORT > 1 && kind == RING && banks == 1 ? 2 : rounds);
        assertTrue(output.contains("errors: 0"), output);
        assertFalse(output.contains("max search depth too small"), output);
    }

    @ParameterizedTest(name = "kind {0}, banks {1}, broken {2}: {3}")
    @CsvSource({
        "1, 1, 1, invalid end state",
        "1, 1, 2, invalid end state",
        "1, 1, 3, invalid end state",
        "1, 2, 4, assertion violated",
        "2, 1, 2, invalid end state",
        "2, 1, 5, invalid end state",
        "3, 1, 1, invalid end state",
        "3, 1, 2, invalid end state",
        "3, 1, 4, invalid end state",
        "3, 1, 6, invalid end state"
    })
    void shouldFindTheErrorInABrokenProtocol(int kind, int banks, int broken, String error) throws Exception {
        String output = check(kind, broken, banks, broken == PASSED ? 1 : 0, 1);
        assertTrue(output.contains("pan:1: " + error), output);
        assertTrue(output.contains("errors: 1"), output);
    }

    private String check(int kind, int broken, int banks, int fast, int rounds)
            throws IOException, InterruptedException {
        for (String tool : List.of("spin", "gcc")) {
            assumeTrue(isInstalled(tool), "the model is not checked: " + tool + " is not installed");
        }
        Path model = Path.of("src/test/resources/dev/clog/groupcommit/status/leader.pml")
                .toAbsolutePath();
        List<String> generate = List.of(
                "spin",
                "-DKIND=" + kind,
                "-DBROKEN=" + broken,
                "-DBANKS=" + banks,
                "-DFAST=" + fast,
                "-DROUNDS=" + rounds,
                "-a",
                model.toString());
        run(generate.toArray(String[]::new));
        run("gcc", "-O2", "-DSAFETY", "-DCOLLAPSE", "-DMEMLIM=1500", "-w", "-o", "pan", "pan.c");
        return run("./pan", "-m1000000");
    }

    private String run(String... command) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int status = process.waitFor();
        String text = Files.readString(output);
        assertEquals(0, status, Arrays.toString(command) + "\n" + text);
        return text;
    }

    private static boolean isInstalled(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, tool)));
    }
}
