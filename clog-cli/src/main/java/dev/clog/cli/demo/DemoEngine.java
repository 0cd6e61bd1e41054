package dev.clog.cli.demo;

import dev.clog.api.LogConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.cli.demo.DemoPlan.Tree;
import dev.clog.groupcommit.PageLogs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The process that gets killed: clients that end transactions on a log as fast as they can, and a checkpointer that
 * acknowledges what its checkpoints made durable. Runs until it is killed, or until its standard input closes, which is
 * what happens when whoever started it dies.
 */
public final class DemoEngine {
    /** How many slots are announced at a time. */
    private static final long LIMIT_STEP = 10_000;

    private final TransactionStatusLog log;
    private final DemoPlan plan;
    private final AckStream.Writer acks;
    private final AtomicLong nextSlot = new AtomicLong();
    private final List<Finished> finished = new ArrayList<>();

    /** Slots below this are announced, and the log is extended to them; guarded by this for writing. */
    private volatile long limit;

    private DemoEngine(TransactionStatusLog log, DemoPlan plan, AckStream.Writer acks) {
        this.log = log;
        this.plan = plan;
        this.acks = acks;
    }

    /** Slots whose trees one client has set since the checkpointer last looked. */
    private static final class Finished {
        private long[] slots = new long[1024];
        private int count;

        synchronized void add(long slot) {
            if (count == slots.length) {
                slots = Arrays.copyOf(slots, count * 2);
            }
            slots[count++] = slot;
        }

        synchronized long[] take() {
            long[] taken = Arrays.copyOf(slots, count);
            count = 0;
            return taken;
        }
    }

    /**
     * Creates a log and works on it.
     *
     * @param args the folder, the seed of the plan, the number of clients
     */
    public static void main(String[] args) throws IOException {
        OutputStream pipe = System.out;
        System.setOut(System.err);
        Path folder = Path.of(args[0]);
        DemoPlan plan = new DemoPlan(Long.parseLong(args[1]));
        LogConfig config = LogConfig.wrapping32().withRange(DemoPlan.FIRST_XID, DemoPlan.FIRST_XID);
        TransactionStatusLog log = PageLogs.createStatuses(folder, config);
        new DemoEngine(log, plan, new AckStream.Writer(pipe)).run(Integer.parseInt(args[2]));
        while (System.in.read() >= 0) {
            // Nothing is ever written to it.
        }
        Runtime.getRuntime().halt(0);
    }

    private void run(int clients) {
        for (int i = 0; i < clients; i++) {
            Finished mine = new Finished();
            finished.add(mine);
            start("client-" + i, () -> commitForEver(mine));
        }
        start("checkpointer", this::checkpointForEver);
    }

    /** Something that a part of the process does until it is killed. */
    private interface Work {
        void run() throws IOException;
    }

    private static void start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException | RuntimeException | Error e) {
                        e.printStackTrace();
                        Runtime.getRuntime().halt(1);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void commitForEver(Finished mine) throws IOException {
        while (true) {
            long slot = nextSlot.getAndIncrement();
            if (slot >= limit) {
                raiseLimit(slot);
            }
            Tree tree = plan.tree(slot);
            if (tree.outcome() != TransactionStatus.IN_PROGRESS) {
                log.setTree(tree.xid(), tree.children(), tree.outcome());
                mine.add(slot);
            }
        }
    }

    /** As an engine writes down how far it may hand out ids before it does. */
    private synchronized void raiseLimit(long slot) throws IOException {
        while (slot >= limit) {
            long raised = limit + LIMIT_STEP;
            log.extendTo(DemoPlan.firstXid(raised) - 1);
            acks.write(AckStream.LIMIT, raised);
            acks.flush();
            limit = raised;
        }
    }

    private void checkpointForEver() throws IOException {
        for (long checkpoints = 1; ; checkpoints++) {
            List<long[]> durable = new ArrayList<>();
            for (Finished each : finished) {
                durable.add(each.take());
            }
            log.checkpoint();
            for (long[] slots : durable) {
                for (long slot : slots) {
                    acks.write(AckStream.ACKNOWLEDGED, slot);
                }
            }
            acks.write(AckStream.CHECKPOINTS, checkpoints);
            acks.flush();
        }
    }
}
