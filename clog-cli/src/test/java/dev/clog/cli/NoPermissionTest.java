package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * FLT-2 for a file without permissions. Root may read everything, so that for root the command runs as nobody, in a
 * process of its own, on a copy of itself that nobody may read.
 */
class NoPermissionTest {
    private static final Set<PosixFilePermission> READABLE = PosixFilePermissions.fromString("rwxr-xr-x");
    private static final Set<PosixFilePermission> NONE = PosixFilePermissions.fromString("---------");
    private static final String NOBODY = "65534";

    @TempDir
    Path scratch;

    @Test
    void shouldSayPermissionDeniedWhenASegmentMayNotBeRead() throws Exception {
        CaseFolder folder = CaseFolder.copy("19-unreadable-perm", scratch);
        Files.setPosixFilePermissions(scratch, READABLE);
        Path segment = folder.pages().resolve("0000");
        Files.setPosixFilePermissions(segment, NONE);
        try {
            CommandRun run = run(folder.words("verify"));
            assertEquals(1, run.exitCode(), run.text());
            String line = run.outLines().stream()
                    .filter(l -> l.startsWith("ERROR UNREADABLE_SEGMENT "))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(run.text()));
            assertTrue(line.contains("pg_xact/0000") && line.contains("Permission denied"), line);
            assertTrue(run.out().lines().noneMatch(l -> l.contains("MISSING")), run.text());

            CommandRun status = run(folder.words("status", 716, 1048576));
            assertEquals(2, status.exitCode(), status.text());
            assertEquals(2, status.outLines().size(), status.text());
            assertTrue(status.err().contains("Permission denied"), status.text());
        } finally {
            Files.setPosixFilePermissions(segment, READABLE);
        }
        assertTrue(folder.isUntouched());
    }

    private CommandRun run(List<String> words) throws IOException, InterruptedException {
        boolean root = "root".equals(System.getProperty("user.name"));
        return root ? runAsNobody(words) : CommandRun.of(words);
    }

    private CommandRun runAsNobody(List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                setpriv().toString(),
                "--reuid=" + NOBODY,
                "--regid=" + NOBODY,
                "--clear-groups",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + flags(),
                "--module-path",
                modules(),
                "-m",
                "dev.clog.cli/dev.clog.cli.ClogCommand"));
        command.addAll(words);
        Path err = scratch.resolve("stderr");
        Process process = new ProcessBuilder(command)
                .directory(scratch.toFile())
                .redirectError(err.toFile())
                .start();
        try (InputStream out = process.getInputStream()) {
            String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            return new CommandRun(process.waitFor(), text, Files.readString(err));
        }
    }

    private static Path setpriv() {
        Path setpriv = Path.of("/usr/bin/setpriv");
        assumeTrue(Files.isExecutable(setpriv), "setpriv is needed to run the command as nobody");
        return setpriv;
    }

    private Path flags() throws IOException {
        Path copy = scratch.resolve("clog.jvmargs");
        if (Files.notExists(copy)) {
            Files.copy(Path.of(System.getProperty("clog.root"), "clog.jvmargs"), copy);
            Files.setPosixFilePermissions(copy, READABLE);
        }
        return copy;
    }

    /** Copies the modules that this test runs on to where nobody can read them. */
    private String modules() throws IOException {
        Path copies = scratch.resolve("modules");
        Set<String> sources = new LinkedHashSet<>();
        for (String property : List.of("jdk.module.path", "java.class.path")) {
            sources.addAll(List.of(System.getProperty(property, "").split(":")));
        }
        List<String> path = new ArrayList<>();
        boolean copied = Files.exists(copies);
        for (String source : sources) {
            if (isModule(Path.of(source))) {
                Path copy = copies.resolve(Integer.toString(path.size()));
                Path target =
                        source.endsWith(".jar") ? copy.resolve(Path.of(source).getFileName()) : copy;
                if (!copied) {
                    Files.createDirectories(copy.equals(target) ? copies : copy);
                    TestData.copy(Path.of(source), target);
                }
                path.add(target.toString());
            }
        }
        openUp(copies);
        return String.join(":", path);
    }

    private static boolean isModule(Path path) {
        String name = path.toString();
        boolean ours = Files.exists(path.resolve("module-info.class"));
        boolean library =
                name.matches(".*/(clog-|agrona|chronicle-|disruptor-|HdrHistogram-|picocli|slf4j-)[^/]*\\.jar");
        return ours || library;
    }

    private static void openUp(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                Files.setPosixFilePermissions(path, READABLE);
            }
        }
    }
}
