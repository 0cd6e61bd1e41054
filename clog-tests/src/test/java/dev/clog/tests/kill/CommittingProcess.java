package dev.clog.tests.kill;

import dev.clog.tests.child.Commit;
import dev.clog.tests.process.ChildJvm;
import dev.clog.tests.process.RunningProcess;
import java.io.IOException;
import java.nio.file.Path;

/** A process that commits, and what it has said so far. */
final class CommittingProcess implements AutoCloseable {
    private static final String EXTENDED = "extended ";
    private static final String DURABLE = "durable ";

    private final RunningProcess process;
    private final long firstUnit;
    private long extended;
    private long durable;

    private CommittingProcess(RunningProcess process, long firstUnit) {
        this.process = process;
        this.firstUnit = firstUnit;
        extended = firstUnit;
        durable = firstUnit;
    }

    /**
     * Starts one, and waits until it has the log open.
     *
     * @param early true to have it acknowledge what is not durable
     */
    static CommittingProcess start(Path folder, CommitPlan plan, long firstUnit, boolean early)
            throws IOException, InterruptedException {
        RunningProcess process = ChildJvm.standard()
                .start(Commit.class, folder, plan.seed(), plan.firstXid(), firstUnit, early ? "early" : "late");
        process.expect("ready;");
        return new CommittingProcess(process, firstUnit);
    }

    long pid() {
        return process.pid();
    }

    /** The transactions before this one are acknowledged. */
    long durable() {
        return durable;
    }

    /** No transaction from this one on was begun. */
    long extended() {
        return extended;
    }

    /** Listens until it has acknowledged something. */
    void awaitAcknowledgement() throws IOException {
        while (durable == firstUnit) {
            String line = process.readLine();
            if (line == null) {
                throw new IllegalStateException("the committing process ended");
            }
            hear(line);
        }
    }

    /** Kills it, and hears all that it said before. */
    void kill() throws IOException, InterruptedException {
        process.kill();
        for (String line = process.readLine(); line != null; line = process.readLine()) {
            hear(line);
        }
    }

    private void hear(String line) {
        if (!line.endsWith(";")) {
            return;
        }
        String words = line.substring(0, line.length() - 1);
        if (words.startsWith(EXTENDED)) {
            extended = Long.parseLong(words.substring(EXTENDED.length()));
        } else if (words.startsWith(DURABLE)) {
            durable = Long.parseLong(words.substring(DURABLE.length()));
        } else {
            throw new IllegalStateException("not understood: " + line);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
