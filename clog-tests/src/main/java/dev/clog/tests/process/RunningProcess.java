package dev.clog.tests.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that a test talks to, line by line. Its error stream is read all along, so that it never blocks on it. It is
 * killed when it is closed, and when it runs for more than two minutes, so that no test waits for it for ever.
 */
public final class RunningProcess implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 120;

    private final List<String> command;
    private final Process process;
    private final BufferedReader output;
    private final CompletableFuture<String> errors;

    private RunningProcess(List<String> command, Process process) {
        this.command = command;
        this.process = process;
        output = process.inputReader(StandardCharsets.UTF_8);
        errors = CompletableFuture.supplyAsync(() -> readAll(process.getErrorStream()), RunningProcess::onThread);
        // Does nothing to a process that has ended.
        CompletableFuture.delayedExecutor(TIMEOUT_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
    }

    /** Starts a process. */
    public static RunningProcess start(ProcessBuilder builder) throws IOException {
        return new RunningProcess(List.copyOf(builder.command()), builder.start());
    }

    /** Runs a process to its end. */
    public static Outcome run(ProcessBuilder builder) throws IOException, InterruptedException {
        try (RunningProcess process = start(builder)) {
            return process.awaitEnd();
        }
    }

    private static void onThread(Runnable task) {
        Thread thread = new Thread(task, "errors of a child process");
        thread.setDaemon(true);
        thread.start();
    }

    private static String readAll(InputStream stream) {
        try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "(cut off: " + e + ")";
        }
    }

    /** Its id in the operating system. */
    public long pid() {
        return process.pid();
    }

    /** The next line it prints; null at the end. */
    public String readLine() throws IOException {
        return output.readLine();
    }

    /** The next line it prints, which must begin with {@code start}; the rest of it. */
    public String expect(String start) throws IOException, InterruptedException {
        String line = readLine();
        if (line == null || !line.startsWith(start)) {
            kill();
            throw new IllegalStateException(
                    "expected '" + start + "...', got '" + line + "': command=" + command + " errors=" + errors.join());
        }
        return line.substring(start.length());
    }

    /** Sends it a line. */
    public void send(String line) throws IOException {
        Writer input = process.outputWriter(StandardCharsets.UTF_8);
        input.write(line + "\n");
        input.flush();
    }

    /** Ends its input. */
    public void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** Ends it with no chance to say a word; what it has printed can still be read. */
    public void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    /** Reads what is left of its output and waits for its end. */
    public Outcome awaitEnd() throws IOException, InterruptedException {
        endInput();
        StringBuilder text = new StringBuilder();
        char[] buffer = new char[1 << 13];
        for (int n = output.read(buffer); n >= 0; n = output.read(buffer)) {
            text.append(buffer, 0, n);
        }
        return new Outcome(process.waitFor(), text.toString(), errors.join());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
