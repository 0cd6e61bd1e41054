package dev.clog.tests.child;

import dev.clog.groupcommit.Clog;
import dev.clog.groupcommit.ClogConfig;
import dev.clog.groupcommit.ClogPreset;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Commits without end through a log with a journal of its own, four threads at it, while checkpoints run. Prints, each with
 * a semicolon at the end so that a line that was cut off is known for one:
 *
 * <pre>
 *   ready;            the log is open
 *   commits X C...;   the transaction X, with the children C, is about to be committed
 *   committed X;      its commit has returned
 *   aborts X C...;    it is about to be aborted
 * </pre>
 */
public final class CommitDurably {
    private static final int THREADS = 4;
    private static final long CHECKPOINT_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Clog log;
    private final boolean early;

    private CommitDurably(Clog log, boolean early) {
        this.log = log;
        this.early = early;
    }

    /** The folder, a seed, the name of a preset, and {@code late}, or {@code early} to acknowledge before the commit. */
    public static void main(String[] args) {
        ClogConfig config = ClogPreset.valueOf(args[2]).config();
        // Small, so that files come and go.
        ClogConfig small =
                config.withJournal(config.journal().withFileBytes(256 << 10)).withIdRange(64);
        Clog log = Clog.builder(Path.of(args[0])).config(small).open();
        print("ready", 0, new long[0]);
        CommitDurably work = new CommitDurably(log, args[3].equals("early"));
        for (int i = 0; i < THREADS; i++) {
            SplittableRandom random = new SplittableRandom(Long.parseLong(args[1]) + i);
            Thread committer = new Thread(() -> work.commitForEver(random), "committer " + i);
            committer.setDaemon(true);
            committer.start();
        }
        while (!Thread.interrupted()) {
            log.checkpoint();
            LockSupport.parkNanos(CHECKPOINT_PAUSE_NS);
        }
    }

    private static void print(String word, long xid, long[] children) {
        StringBuilder line = new StringBuilder(word);
        if (xid != 0) {
            line.append(' ').append(xid);
        }
        for (long child : children) {
            line.append(' ').append(child);
        }
        System.out.println(line.append(';'));
        if (System.out.checkError()) {
            throw new IllegalStateException("nobody listens");
        }
    }

    private void commitForEver(SplittableRandom random) {
        try {
            while (true) {
                commit(random);
            }
        } catch (RuntimeException e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private void commit(SplittableRandom random) {
        long xid = log.begin();
        long[] children = new long[Math.max(0, random.nextInt(20) - 10)];
        for (int i = 0; i < children.length; i++) {
            children[i] = log.beginChild(xid);
        }
        if (random.nextInt(8) == 0) {
            print("aborts", xid, children);
            log.abort(xid);
            return;
        }
        print("commits", xid, children);
        if (early) {
            print("committed", xid, new long[0]);
            log.commitAsync(xid);
        } else {
            log.commit(xid);
            print("committed", xid, new long[0]);
        }
    }
}
