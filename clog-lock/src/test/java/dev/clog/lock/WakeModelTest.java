package dev.clog.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** Has the model checker Spin go through all states of {@code wake.pml}, the wake protocol with three processes. */
@DisplayName("LCK-3, LCK-4: no lost wake-up and mutual exclusion, in a model of the protocol")
class WakeModelTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"SHARED", "EXCLUSIVE"})
    void shouldFindNoLostWakeInTheProtocol(String other) throws Exception {
        String output = check(other, 0, Crew.EFFORT > 1 ? 2 : 1);
        assertTrue(output.contains("errors: 0"), output);
        assertTrue(!output.contains("max search depth too small"), output);
    }

    @ParameterizedTest
    @CsvSource({"SHARED, 1", "EXCLUSIVE, 1", "SHARED, 2", "EXCLUSIVE, 2", "SHARED, 3", "EXCLUSIVE, 3"})
    void shouldFindTheLostWakeInABrokenProtocol(String other, int broken) throws Exception {
        String output = check(other, broken, 2);
        assertTrue(output.contains("invalid end state"), output);
        assertTrue(output.contains("errors: 1"), output);
    }

    private String check(String other, int broken, int rounds) throws IOException, InterruptedException {
        for (String tool : List.of("spin", "gcc")) {
            assumeTrue(isInstalled(tool), "the model is not checked: " + tool + " is not installed");
        }
        Path model = Path.of("src/test/resources/dev/clog/lock/wake.pml").toAbsolutePath();
        run("spin", "-DOTHER=" + other, "-DBROKEN=" + broken, "-DROUNDS=" + rounds, "-a", model.toString());
        run("gcc", "-O1", "-DSAFETY", "-DCOLLAPSE", "-DMEMLIM=1500", "-w", "-o", "pan", "pan.c");
        return run("./pan", "-m100000");
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
