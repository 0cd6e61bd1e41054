package dev.clog.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher script, in a project of its own where java and mvn are scripts that tell what they were called with. */
class LauncherTest {
    private static final Path BASH = Path.of("/bin/bash");
    private static final List<String> TOOLS = List.of(
            "bash",
            "dirname",
            "readlink",
            "find",
            "head",
            "sed",
            "mkdir",
            "rm",
            "mv",
            "cat",
            "sleep",
            "flock",
            "rmdir");
    private static final String JAR = "clog-cli/target/dist/lib/clog-cli-1.jar";

    @TempDir
    Path scratch;

    private Path root;
    private Path javaHome;
    private Path tools;

    @BeforeEach
    void makeProject() throws IOException {
        assumeTrue(Files.isExecutable(BASH));
        root = Files.createDirectories(scratch.resolve("a project"));
        Files.copy(Path.of(System.getProperty("clog.root"), "clog"), root.resolve("clog"));
        for (String source : List.of("pom.xml", "clog-cli/pom.xml", "clog-cli/src/main/java/A.java")) {
            Files.createDirectories(root.resolve(source).getParent());
            Files.writeString(root.resolve(source), "");
            age(source, 3600);
        }
        javaHome = jdk("17.0.15");
        tools = Files.createDirectories(scratch.resolve("bin"));
        for (String tool : TOOLS) {
            script(tools.resolve(tool), "exec $(PATH=/usr/bin:/bin command -v " + tool + ") \"$@\"");
        }
    }

    private Path jdk(String version) throws IOException {
        Path home = scratch.resolve("jdk " + version);
        script(home.resolve("bin/java"), "for word; do echo \"$word\"; done");
        Files.writeString(home.resolve("release"), "OS_NAME=\"Linux\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private void maven(String body) throws IOException {
        script(
                tools.resolve("mvn"),
                "echo \"$*\" >>'" + scratch.resolve("mvn.log") + "'\n"
                        + "for word; do case $word in -Dclog.dist.directory=*) dist=${word#*=} ;; esac; done\n" + body);
    }

    private void workingMaven() throws IOException {
        maven("sleep 0.3; mkdir -p \"$dist/lib\" && : >\"$dist/lib/clog-cli-1.jar\"");
    }

    private static void script(Path path, String body) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, "#!/bin/bash\n" + body + "\n");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void distribution(long ageSeconds) throws IOException {
        Files.createDirectories(root.resolve(JAR).getParent());
        Files.writeString(root.resolve(JAR), "");
        age(JAR, ageSeconds);
    }

    private void age(String file, long seconds) throws IOException {
        Path path = root.resolve(file);
        FileTime time = FileTime.from(Instant.now().minusSeconds(seconds));
        for (; !path.equals(root); path = path.getParent()) {
            Files.setLastModifiedTime(path, time);
        }
    }

    private Process start(Path launcher, Path folder, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        if (javaHome != null) {
            builder.environment().put("JAVA_HOME", javaHome.toString());
        }
        return builder.start();
    }

    private static CommandRun finish(Process process) throws IOException, InterruptedException {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        return new CommandRun(process.exitValue(), out, err);
    }

    private CommandRun run(String... args) throws IOException, InterruptedException {
        return finish(start(root.resolve("clog"), root, args));
    }

    private long builds() throws IOException {
        Path log = scratch.resolve("mvn.log");
        return Files.exists(log) ? Files.readAllLines(log).size() : 0;
    }

    @Test
    void shouldHandOnTheWordsAsTheyAreWhenTheyHaveSpaces() throws Exception {
        distribution(0);
        CommandRun run = run("status", "a b", "", "*", "$HOME");
        assertEquals(0, run.exitCode(), run.text());
        assertEquals("", run.err());
        List<String> words = run.outLines();
        assertEquals("@" + root.resolve("clog.jvmargs"), words.get(0));
        int module = words.indexOf("-m");
        assertEquals(root.resolve("clog-cli/target/dist/lib").toString(), words.get(module - 1));
        assertEquals(
                List.of("dev.clog.cli/dev.clog.cli.ClogCommand", "status", "a b", "", "*", "$HOME"),
                words.subList(module + 1, words.size()));
    }

    @Test
    void shouldFindItsFolderWhenCalledThroughLinksFromElsewhere() throws Exception {
        distribution(0);
        Path elsewhere = Files.createDirectories(scratch.resolve("else where"));
        Path absolute = Files.createSymbolicLink(elsewhere.resolve("absolute"), root.resolve("clog"));
        Path relative = Files.createSymbolicLink(elsewhere.resolve("relative"), Path.of("absolute"));
        for (Path link : List.of(absolute, relative)) {
            CommandRun run = finish(start(link, elsewhere, "--version"));
            assertEquals(0, run.exitCode(), run.text());
            assertEquals("@" + root.resolve("clog.jvmargs"), run.outLines().get(0));
        }
    }

    @Test
    void shouldBuildOnceWhenTheDistributionIsMissing() throws Exception {
        workingMaven();
        CommandRun first = run("--version");
        assertEquals(0, first.exitCode(), first.text());
        assertEquals("clog: building the command, this takes a while\n", first.err());
        assertEquals("", run("--version").err());
        assertEquals(1, builds());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pom.xml", "clog-cli/pom.xml", "clog-cli/src/main/java/A.java"})
    void shouldBuildAgainWhenASourceIsNewer(String source) throws Exception {
        workingMaven();
        distribution(60);
        assertEquals("", run("--version").err(), "the jar of a build by hand is newer than all sources");
        assertEquals(0, builds());
        age(source, 0);
        run("--version");
        assertEquals(1, builds());
        assertEquals("", run("--version").err());
    }

    @Test
    void shouldBuildAgainWhenASourceWasRemoved() throws Exception {
        workingMaven();
        run("--version");
        Thread.sleep(20);
        Files.delete(root.resolve("clog-cli/src/main/java/A.java"));
        run("--version");
        assertEquals(2, builds());
    }

    @Test
    void shouldShareOneBuildWhenTwoStartAtOnce() throws Exception {
        workingMaven();
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(start(root.resolve("clog"), root, "--version"));
        }
        for (Process process : processes) {
            CommandRun run = finish(process);
            assertEquals(0, run.exitCode(), run.text());
        }
        assertEquals(1, builds());
        assertFalse(Files.exists(root.resolve("clog-cli/target/dist.old")));
        assertFalse(Files.exists(root.resolve("clog-cli/target/dist.new")));
    }

    @Test
    void shouldShareOneBuildWhenThereIsNoFlock() throws Exception {
        Files.deleteIfExists(tools.resolve("flock"));
        workingMaven();
        Process other = start(root.resolve("clog"), root, "--version");
        CommandRun run = run("--version");
        assertEquals(0, run.exitCode(), run.text());
        assertEquals(0, finish(other).exitCode());
        assertEquals(1, builds());
    }

    @Test
    void shouldShowTheBuildAndKeepTheOldOneWhenItFails() throws Exception {
        maven("echo '[ERROR] no such thing'; exit 1");
        distribution(60);
        age("pom.xml", 0);
        CommandRun run = run("--version");
        assertEquals(2, run.exitCode());
        assertEquals("", run.out());
        assertEquals("""
                clog: building the command, this takes a while
                [ERROR] no such thing
                clog: the build failed, see above
                """, run.err());
        assertTrue(Files.exists(root.resolve(JAR)));
    }

    @Test
    void shouldSayThatMavenIsNeededWhenItIsMissing() throws Exception {
        CommandRun run = run("--version");
        assertEquals(2, run.exitCode());
        assertEquals("", run.out());
        assertEquals(1, run.errLines().size(), run.err());
        assertTrue(run.err().startsWith("clog: ") && run.err().contains("mvn"), run.err());
    }

    @Test
    void shouldRunWhatThereIsWhenItCanNotBuild() throws Exception {
        distribution(60);
        age("pom.xml", 0);
        CommandRun run = run("--version");
        assertEquals(0, run.exitCode());
        assertEquals(1, run.errLines().size(), run.err());
        assertTrue(run.err().contains("newer"), run.err());
    }

    @Test
    void shouldNeverBuildWhenThereAreNoSources() throws Exception {
        workingMaven();
        distribution(60);
        Files.delete(root.resolve("pom.xml"));
        CommandRun run = run("--version");
        assertEquals(0, run.exitCode(), run.text());
        assertEquals(0, builds());
    }

    @ParameterizedTest
    @CsvSource({"1.8.0_402, 8", "11.0.22, 11", "16, 16"})
    void shouldRefuseWhenJavaIsTooOld(String version, int release) throws Exception {
        distribution(0);
        javaHome = jdk(version);
        CommandRun run = run("--version");
        assertEquals(2, run.exitCode());
        assertEquals(1, run.errLines().size(), run.err());
        assertTrue(run.err().contains("Java 17 or later") && run.err().contains(" is " + release + ":"), run.err());
    }

    @ParameterizedTest
    @CsvSource({"17.0.15, false", "21, false", "23-ea, true", "25.0.3, true"})
    void shouldAllowUnsafeOnlyWhenTheJdkKnowsTheFlag(String version, boolean flagged) throws Exception {
        distribution(0);
        javaHome = jdk(version);
        CommandRun run = run("--version");
        assertEquals(0, run.exitCode(), run.text());
        assertEquals(flagged, run.out().contains("--sun-misc-unsafe-memory-access=allow\n"));
    }

    @Test
    void shouldAskJavaForItsVersionWhenThereIsNoReleaseFile() throws Exception {
        distribution(0);
        Files.delete(javaHome.resolve("release"));
        script(javaHome.resolve("bin/java"), "echo 'openjdk version \"11.0.2\" 2019-01-15' >&2");
        assertTrue(run("--version").err().contains(" is 11:"));
    }

    @Test
    void shouldSayWhereItLookedWhenThereIsNoJava() throws Exception {
        distribution(0);
        javaHome = scratch.resolve("nowhere");
        assertEquals(
                "clog: JAVA_HOME has no bin/java: " + javaHome + "\n",
                run("--version").err());
        javaHome = null;
        CommandRun run = run("--version");
        assertEquals(2, run.exitCode());
        assertTrue(run.err().startsWith("clog: no java found"), run.err());
        Path link = Files.createSymbolicLink(scratch.resolve("java"), jdk("21").resolve("bin/java"));
        Files.createSymbolicLink(tools.resolve("java"), link);
        assertEquals(0, run("--version").exitCode(), "java is on PATH");
    }
}
