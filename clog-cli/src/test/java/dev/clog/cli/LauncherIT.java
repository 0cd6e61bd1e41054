package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher on the distribution that this build made, in a copy without sources, so that it never builds. */
class LauncherIT {
    private static final Path PROJECT = Path.of(System.getProperty("clog.root"));

    @TempDir
    Path root;

    private Path err;

    @BeforeEach
    void copyDistribution() throws IOException {
        for (String file : List.of("clog", "clog.jvmargs")) {
            Files.copy(PROJECT.resolve(file), root.resolve(file));
        }
        Path target = Files.createDirectories(root.resolve("clog-cli/target"));
        TestData.copy(PROJECT.resolve("clog-cli/target/dist"), target.resolve("dist"));
        err = root.resolve("stderr");
    }

    private ProcessBuilder command(Object... words) {
        List<String> command = new ArrayList<>(List.of(root.resolve("clog").toString()));
        for (Object word : words) {
            command.add(word.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder;
    }

    private CommandRun run(Object... words) throws IOException, InterruptedException {
        Process process = command(words).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        return new CommandRun(process.exitValue(), out, Files.readString(err));
    }

    @Test
    void shouldSayNothingElseWhenAllIsWell() throws Exception {
        Path data = TestData.fixture("wrap");
        for (String command : List.of("inspect", "verify", "dump")) {
            CommandRun run = run(command, data.resolve("pg_xact"), "--pgdata", data);
            assertEquals(CommandRun.of(command, data.resolve("pg_xact"), "--pgdata", data), run);
            assertEquals(0, run.exitCode());
            assertEquals("", run.err());
        }
    }

    @Test
    void shouldHoldNothingOfTestsWhenItIsAssembled() throws Exception {
        try (var files = Files.list(root.resolve("clog-cli/target/dist/lib"))) {
            List<String> jars =
                    files.map(path -> path.getFileName().toString()).sorted().toList();
            assertTrue(jars.stream()
                    .noneMatch(jar -> jar.matches(".*(junit|testkit|opentest|archunit|analytics|posix|jna|jnr).*")));
            assertTrue(jars.stream().anyMatch(jar -> jar.startsWith("clog-cli-")), jars.toString());
        }
    }

    @Test
    void shouldEndQuietlyWhenItsReaderGoes() throws Exception {
        Path pages = TestData.fixture("wrap").resolve("pg_xact");
        Process process = command("dump", pages).start();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertEquals("xid,status", reader.readLine());
        }
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals("", Files.readString(err));
        assertEquals(2, process.exitValue());
    }

    @Test
    void shouldSaySoWhenItsOutputCanNotBeWritten() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        for (String word : List.of("--help", "--version")) {
            Process process = command(word).redirectOutput(full.toFile()).start();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS));
            assertEquals("clog: standard output can't be written\n", Files.readString(err));
            assertEquals(2, process.exitValue());
        }
    }
}
