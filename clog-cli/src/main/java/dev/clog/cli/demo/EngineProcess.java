package dev.clog.cli.demo;

import dev.clog.api.TransactionStatus;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The engine as whoever kills it sees it: started with the flags of this JVM, heard over its standard output, and what it
 * said. Used by one thread; a thread of its own listens.
 */
final class EngineProcess implements AutoCloseable {
    private final Process process;
    private final Thread listener;

    /** All written by the listener, and read after it has ended, but for {@code acknowledgedCount}. */
    private final DemoLedger ledger = new DemoLedger(DemoEngine.FIRST_XID);

    private long[] figures = {0, 0, 0, 0};
    private IOException failure;
    private volatile long acknowledgedCount;

    private EngineProcess(Process process) {
        this.process = process;
        listener = new Thread(this::listen, "acknowledgements");
        listener.setDaemon(true);
        listener.start();
    }

    /** Starts an engine on a new log. */
    static EngineProcess start(Path folder, long seed, int clients) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        Module module = DemoEngine.class.getModule();
        if (module.isNamed()) {
            command.add("--module");
            command.add(module.getName() + "/" + DemoEngine.class.getName());
        } else {
            command.add("--class-path");
            command.add(System.getProperty("java.class.path"));
            command.add(DemoEngine.class.getName());
        }
        command.add(folder.toString());
        command.add(Long.toString(seed));
        command.add(Integer.toString(clients));
        return new EngineProcess(
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
    }

    private void listen() {
        try {
            AckStream.read(process.getInputStream(), this::heard);
        } catch (IOException e) {
            failure = e;
        }
    }

    private void heard(byte what, long[] numbers) {
        switch (what) {
            case AckStream.ENDS -> ledger.ends(numbers[0], TransactionStatus.ofCode((int) numbers[1]), numbers, 2);
            case AckStream.ASYNCHRONOUS -> ledger.asynchronous(numbers[0]);
            case AckStream.FIGURES -> figures = numbers;
            case AckStream.ACKNOWLEDGED -> {
                ledger.acknowledged(numbers[0]);
                acknowledgedCount = acknowledgedCount() + 1;
            }
            default -> throw new IllegalStateException("not a message of the engine: what=" + what);
        }
    }

    /** Commits acknowledged so far. */
    long acknowledgedCount() {
        return acknowledgedCount;
    }

    /** True until the process ends. */
    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Kills the process as {@code kill -9} does, and hears it out: what it had said is in the pipe. Through its handle,
     * since {@link Process#destroyForcibly} throws the pipe away.
     */
    void kill() throws IOException {
        process.toHandle().destroyForcibly();
        try {
            listener.join();
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the engine process died");
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** What it said of its transactions; once the process is dead. */
    DemoLedger ledger() {
        return ledger;
    }

    /** Checkpoints that were taken, as it said last; once the process is dead. */
    long checkpoints() {
        return figures[0];
    }

    /** Forces of the journal for each durable commit, as it said last. */
    double forcesPerCommit() {
        return (double) figures[1] / Math.max(1, figures[2]);
    }

    /** Commits that one force answered, at most. */
    long largestGroup() {
        return figures[3];
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
