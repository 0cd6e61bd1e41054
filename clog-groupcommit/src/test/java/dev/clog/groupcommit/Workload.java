package dev.clog.groupcommit;

import dev.clog.api.ClogException;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Transactions of all kinds, some of each, from a seed. */
final class Workload {
    private final Clog log;
    private final Ledger ledger;
    private final SplittableRandom random;

    Workload(Clog log, Ledger ledger, long seed) {
        this.log = log;
        this.ledger = ledger;
        this.random = new SplittableRandom(seed);
    }

    /** Runs one; what it was told is in the ledger when it throws, too. */
    void run() {
        Ledger.Entry entry = ledger.begun(log.begin());
        long xid = entry.xid();
        long[] children = new long[Math.max(0, random.nextInt(14) - 6)];
        for (int i = 0; i < children.length; i++) {
            children[i] = log.beginChild(xid);
        }
        entry.begunChildren(children);
        if (children.length > 2 && random.nextInt(3) == 0) {
            long[] aborted = {children[1], children[0]};
            entry.aborts(aborted);
            log.abortChildren(xid, aborted);
        }
        switch (random.nextInt(8)) {
            case 0 -> log.abort(xid);
            case 1, 2 -> {
                entry.commits();
                entry.acknowledgedAt(log.commitAsync(xid));
            }
            case 3 -> {
                entry.commits();
                await(log.commitStage(xid).thenRun(entry::acknowledged));
            }
            default -> {
                entry.commits();
                log.commit(xid);
                entry.acknowledged();
            }
        }
    }

    private static void await(CompletionStage<Void> stage) {
        try {
            stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof ClogException cause ? cause : e;
        }
    }

    /** Begins one that will run for ever, with a child. */
    void leaveOneRunning() {
        Ledger.Entry entry = ledger.begun(log.begin());
        entry.begunChildren(log.beginChild(entry.xid()));
    }
}
