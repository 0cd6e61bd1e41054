package dev.clog.cli.demo;

import dev.clog.api.TransactionStatus;
import dev.clog.groupcommit.Clog;
import dev.clog.groupcommit.ClogStatistics;
import dev.clog.groupcommit.journal.FlushStatistics;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The process that gets killed: clients that begin and end transactions as fast as they can, most of them by a durable
 * commit that they wait for, while checkpoints run. Runs until it is killed, or until its standard input closes, which is
 * what happens when whoever started it dies.
 */
public final class DemoEngine {
    /** Some way before the point where 32-bit ids wrap, so that a run crosses it. */
    static final long FIRST_XID = (1L << 32) - 20_000;

    private static final long CHECKPOINT_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int MOST_CHILDREN = 40;

    private final Clog log;
    private final AckStream.Writer acks;

    private DemoEngine(Clog log, AckStream.Writer acks) {
        this.log = log;
        this.acks = acks;
    }

    /**
     * Makes a log and works on it.
     *
     * @param args the folder, a seed, the number of clients
     */
    public static void main(String[] args) throws IOException {
        OutputStream pipe = System.out;
        System.setOut(System.err);
        Clog log = Clog.builder(Path.of(args[0])).firstXid(FIRST_XID).open();
        new DemoEngine(log, new AckStream.Writer(pipe)).run(Long.parseLong(args[1]), Integer.parseInt(args[2]));
        while (System.in.read() >= 0) {
            // Nothing is ever written to it.
        }
        Runtime.getRuntime().halt(0);
    }

    private void run(long seed, int clients) {
        for (int i = 0; i < clients; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            start("client-" + i, () -> {
                while (true) {
                    transaction(random);
                }
            });
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

    private void transaction(SplittableRandom random) throws IOException {
        int dice = random.nextInt(100);
        TransactionStatus outcome = dice < 80
                ? TransactionStatus.COMMITTED
                : dice < 97 ? TransactionStatus.ABORTED : TransactionStatus.IN_PROGRESS;
        long[] numbers = new long[2 + childCount(random)];
        long xid = log.begin();
        numbers[0] = xid;
        numbers[1] = outcome.code();
        for (int i = 2; i < numbers.length; i++) {
            numbers[i] = log.beginChild(xid);
        }
        if (outcome == TransactionStatus.IN_PROGRESS) {
            return; // it runs until the process dies
        }
        acks.write(AckStream.ENDS, numbers);
        acks.flush();
        if (outcome == TransactionStatus.ABORTED) {
            log.abort(xid);
        } else if (dice < 8) {
            log.commitAsync(xid);
            acks.write(AckStream.ASYNCHRONOUS, xid);
        } else {
            log.commit(xid);
            acks.write(AckStream.ACKNOWLEDGED, xid);
            acks.flush();
        }
    }

    private static int childCount(SplittableRandom random) {
        int kind = random.nextInt(16);
        if (kind < 11) {
            return 0;
        }
        return 1 + random.nextInt(kind < 15 ? 4 : MOST_CHILDREN);
    }

    private void checkpointForEver() throws IOException {
        while (true) {
            log.checkpoint();
            ClogStatistics statistics = log.statistics();
            FlushStatistics flush = statistics.journal().flush();
            acks.write(
                    AckStream.FIGURES,
                    statistics.checkpoints(),
                    flush.forces(),
                    statistics.commits(),
                    flush.batchSizes().max());
            acks.flush();
            LockSupport.parkNanos(CHECKPOINT_PAUSE_NS);
        }
    }
}
