package dev.clog.offheap.store;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM that runs a main class of the tests with the flags of this one; its output is read line by line. */
final class ChildProcess implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 60;

    private final Process process;
    private final BufferedReader output;

    private ChildProcess(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    static ChildProcess start(Class<?> main, String... arguments) throws IOException {
        return start(List.of(), main, arguments);
    }

    /** The same, with more flags for the JVM. */
    static ChildProcess startWithFlags(List<String> jvmFlags, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(flags());
        command.addAll(jvmFlags);
        command.add("-cp");
        command.add(classPath());
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new ChildProcess(new ProcessBuilder(command).start());
    }

    /** The same, behind words such as those that make it run as another user. */
    static ChildProcess start(List<String> prefix, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(flags());
        command.add("-cp");
        command.add(classPath());
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new ChildProcess(new ProcessBuilder(command).start());
    }

    /** What opens the JDK to clog's libraries, here without modules. */
    private static List<String> flags() {
        return List.of("-Xmx64m", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    }

    /** Everything that this JVM has as modules, and the tests, which are patched into one of them. */
    private static String classPath() {
        List<String> parts = new ArrayList<>();
        parts.add(Path.of("target", "test-classes").toAbsolutePath().toString());
        parts.add(System.getProperty("jdk.module.path", ""));
        parts.add(System.getProperty("java.class.path", ""));
        return String.join(File.pathSeparator, parts);
    }

    /** The next line of its output; null at the end. */
    String readLine() throws IOException {
        return output.readLine();
    }

    /** Ends its input, which is what the main classes of the tests wait for. */
    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** Ends it as a power loss would. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        waitFor();
    }

    /** Its exit status. */
    int waitFor() throws InterruptedException {
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the child did not end");
        }
        return process.exitValue();
    }

    /** All of its error output. */
    String errors() {
        try {
            return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
