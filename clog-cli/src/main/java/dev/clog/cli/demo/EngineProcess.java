package dev.clog.cli.demo;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
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
    private final BitSet acknowledged = new BitSet();

    private long limit;
    private long checkpoints;
    private IOException failure;
    private volatile long acknowledgedCount;

    private EngineProcess(Process process) {
        this.process = process;
        listener = new Thread(this::listen, "acknowledgements");
        listener.setDaemon(true);
        listener.start();
    }

    /** Starts an engine on a new log. */
    static EngineProcess start(Path folder, DemoPlan plan, int clients) throws IOException {
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
        command.add(Long.toString(plan.seed()));
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

    private void heard(byte what, long number) {
        switch (what) {
            case AckStream.LIMIT -> limit = number;
            case AckStream.CHECKPOINTS -> checkpoints = number;
            case AckStream.ACKNOWLEDGED -> {
                acknowledged.set(Math.toIntExact(number));
                acknowledgedCount = acknowledgedCount() + 1;
            }
            default -> throw new IllegalStateException("not a message of the engine: what=" + what);
        }
    }

    /** Trees acknowledged so far. */
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

    /** The slots whose trees were acknowledged; once the process is dead. */
    BitSet acknowledged() {
        return acknowledged;
    }

    /** Slots from here on were never used; once the process is dead. */
    long limit() {
        return limit;
    }

    /** Checkpoints that were taken; once the process is dead. */
    long checkpoints() {
        return checkpoints;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
