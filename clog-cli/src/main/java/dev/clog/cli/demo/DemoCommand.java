package dev.clog.cli.demo;

import dev.clog.groupcommit.Clog;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code clog demo}: kills a process that commits, and proves that nothing acknowledged is lost and nothing invented. */
@Command(
        name = "demo",
        header = "Kill a committing process and prove that its log lost and invented nothing.",
        description = {
            "Starts a process whose clients commit transactions durably, some with children, some asynchronously, and abort"
                    + " others, on a new log in a temporary folder, while checkpoints run; kills it; opens the log again;"
                    + " and compares every id with what was acknowledged.",
        },
        exitCodeList = {
            "0:nothing is lost and nothing invented",
            "1:something is, or nothing was acknowledged",
            "2:wrong usage, or something that can't be read"
        })
public final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "16",
            description = "Committing threads, 1 to 1024; default ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "5",
            description = "How long they commit before the process is killed, 1 to 600; default ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(names = "--seed", paramLabel = "N", description = "Has each client do the same as in another run.")
    private Long seed;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        require("--clients", clients, 1024);
        require("--seconds", seconds, 600);
        try (FilePageStore temporary = FilePageStore.createTemporary("clog-demo-")) {
            try {
                return run(temporary.folder());
            } finally {
                temporary.removeTemporary();
            }
        }
    }

    private void require(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new ParameterException(
                    spec.commandLine(), option + " is from 1 to " + most + ": " + option + "=" + value);
        }
    }

    private int run(Path folder) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        long chosen = seed == null ? System.nanoTime() : seed;
        print(out, "demo: %d clients for %d s on %s, seed %d", clients, seconds, folder, chosen);
        Path logFolder = folder.resolve("log");
        try (EngineProcess engine = EngineProcess.start(logFolder, chosen, clients)) {
            long nanos = workUntilKilled(engine);
            print(
                    out,
                    "demo: killed after %,d durable commits, %,.0f a second; %.3f forces a commit, groups up to %,d;"
                            + " %,d checkpoints",
                    engine.acknowledgedCount(),
                    engine.acknowledgedCount() * 1e9 / nanos,
                    engine.forcesPerCommit(),
                    engine.largestGroup(),
                    engine.checkpoints());
            return prove(engine, logFolder, out);
        }
    }

    /** Returns how long the engine worked, from its first acknowledgement on. */
    private long workUntilKilled(EngineProcess engine) throws IOException {
        long started = System.nanoTime();
        while (engine.acknowledgedCount() == 0 && engine.isAlive() && secondsSince(started) < 60) {
            pause();
        }
        long working = System.nanoTime();
        while (engine.isAlive() && secondsSince(working) < seconds) {
            pause();
        }
        if (!engine.isAlive()) {
            throw new IOException("the engine process ended by itself");
        }
        engine.kill();
        return System.nanoTime() - working;
    }

    private static double secondsSince(long nanoTime) {
        return (System.nanoTime() - nanoTime) / 1e9;
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int prove(EngineProcess engine, Path folder, PrintWriter out) {
        long opening = System.nanoTime();
        try (Clog log = Clog.open(folder)) {
            print(out, "demo: opened and recovered in %,.1f ms", millisSince(opening));
            DemoProof proof = new DemoProof(log, engine.ledger());
            long proving = System.nanoTime();
            proof.check();
            print(out, "demo: compared %,d xids in %,.1f ms", proof.xids(), millisSince(proving));
            print(
                    out,
                    "demo: of %,d asynchronous commits, which nobody waited for, %,d are there",
                    proof.asynchronous(),
                    proof.asynchronousKept());
            long acknowledged = engine.acknowledgedCount();
            print(
                    out,
                    "demo: %d acknowledged, %d lost, %d half, %d invented",
                    acknowledged,
                    proof.lost(),
                    proof.half(),
                    proof.invented());
            return acknowledged > 0 && proof.holds() ? 0 : 1;
        }
    }

    private static double millisSince(long nanoTime) {
        return (System.nanoTime() - nanoTime) / 1e6;
    }

    private static void print(PrintWriter out, String format, Object... arguments) {
        out.println(String.format(Locale.ROOT, format, arguments));
        out.flush();
    }
}
