package dev.clog.offheap;

import dev.clog.api.ClogException;
import dev.clog.api.HorizonLease;
import dev.clog.api.IdSpace;
import dev.clog.api.LogConfig;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.TransactionStatus;
import dev.clog.api.TransactionStatusLog;
import dev.clog.testkit.MemoryPageStore;
import dev.clog.testkit.ModelLog;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * A log and its model, side by side through a list of steps. A step has its own random numbers, so that it stays what it
 * is when others are left out.
 */
final class ModelRun {
    private static final long PAGE = 32_768;
    private static final long SEGMENT = 1 << 20;
    private static final long[] STRIDES = {1, 2, 33, PAGE / 3, PAGE, SEGMENT};

    /** What a step does. */
    enum Kind {
        SET,
        SET_SAME,
        EXTEND,
        CHECKPOINT,
        TRUNCATE,
        RETAIN,
        RELEASE,
        REOPEN,
        READ_FAR,
        /** Sets a status in the log alone: an error, for the test of the test. */
        LOSE;

        /** A kind for a number from 0 to 99. */
        static Kind of(int percent) {
            if (percent < 70) {
                return percent < 55 ? SET : SET_SAME;
            }
            if (percent < 90) {
                return percent < 80 ? EXTEND : READ_FAR;
            }
            return new Kind[] {
                        CHECKPOINT, CHECKPOINT, CHECKPOINT, TRUNCATE, TRUNCATE, RETAIN, RELEASE, REOPEN, REOPEN, SET
                    }
                    [percent - 90];
        }
    }

    /** One step. */
    record Step(Kind kind, long seed) {}

    private final LogConfig base;
    private final MemoryPageStore disk = new MemoryPageStore();
    private final List<HorizonLease> leases = new ArrayList<>();
    private ModelLog model;
    private TransactionStatusLog log;
    private long[] lastTree = {};

    private ModelRun(PageSpaceConfig pages, IdSpace idSpace) {
        LogConfig fresh = idSpace == IdSpace.FULL_64 ? LogConfig.full64() : LogConfig.wrapping32();
        long first = (1L << 32) - 3 * SEGMENT - 5;
        base = fresh.withPages(pages).withRange(first, first);
        model = new ModelLog(base);
        log = PagedStatusLog.create(disk, base);
    }

    /** Null if the log and the model agree all the way; else what was wrong. */
    static String run(PageSpaceConfig pages, IdSpace idSpace, List<Step> steps) {
        ModelRun run = new ModelRun(pages, idSpace);
        try {
            for (int i = 0; i < steps.size(); i++) {
                String wrong = run.step(steps.get(i));
                if (wrong != null) {
                    return "step " + i + " " + steps.get(i) + " on " + pages + " " + idSpace + ": " + wrong;
                }
            }
            return run.step(new Step(Kind.REOPEN, 0));
        } finally {
            run.log.close();
        }
    }

    private String step(Step step) {
        SplittableRandom random = new SplittableRandom(step.seed());
        String wrong = switch (step.kind()) {
            case SET -> set(tree(random), random);
            case SET_SAME -> set(lastTree, random);
            case EXTEND -> both(extension(random));
            case CHECKPOINT -> {
                log.checkpoint();
                model.checkpoint();
                yield null;
            }
            case TRUNCATE -> truncate(random);
            case RETAIN -> retain(random);
            case RELEASE -> release(random);
            case REOPEN -> reopen(random);
            case READ_FAR -> readFar(random);
            case LOSE -> lose(random);
        };
        return wrong != null ? wrong : check(random);
    }

    private long anyXid(SplittableRandom random) {
        long from = model.oldestXid();
        return from < model.endXid() ? random.nextLong(from, model.endXid()) : from;
    }

    private long[] tree(SplittableRandom random) {
        long[] ids = new long[1 + random.nextInt(9)];
        ids[0] = anyXid(random);
        long stride = STRIDES[random.nextInt(STRIDES.length)];
        for (int i = 1; i < ids.length; i++) {
            ids[i] = base.idSpace().skipReserved(ids[i - 1] + random.nextLong(1, stride + 1));
        }
        return ids;
    }

    private String set(long[] ids, SplittableRandom random) {
        if (ids.length == 0) {
            return null;
        }
        lastTree = ids;
        long[] children = java.util.Arrays.copyOfRange(ids, 1, ids.length);
        TransactionStatus status = random.nextInt(4) > 0 ? TransactionStatus.COMMITTED : TransactionStatus.ABORTED;
        long lsn = random.nextInt(3) == 0 ? random.nextLong(1, 1000) : 0;
        return compare(
                () -> {
                    log.setTree(ids[0], children, status, lsn);
                    return "set";
                },
                () -> {
                    model.setTree(ids[0], children, status, lsn);
                    return "set";
                },
                "set");
    }

    private Runnable extension(SplittableRandom random) {
        long by = random.nextInt(20) == 0 ? random.nextLong(SEGMENT) : random.nextLong(2 * PAGE);
        long to = base.idSpace().skipReserved(Math.max(model.endXid() - PAGE, model.oldestXid()) + by);
        return () -> {
            log.extendTo(to);
            model.extendTo(to);
        };
    }

    private static String both(Runnable action) {
        action.run();
        return null;
    }

    private String truncate(SplittableRandom random) {
        long to = random.nextInt(8) == 0 ? model.endXid() + random.nextInt(2) : anyXid(random);
        return compare(() -> "" + log.truncate(to), () -> "" + model.truncate(to), "truncate");
    }

    private String retain(SplittableRandom random) {
        long xid = anyXid(random) - random.nextInt(2);
        return compare(
                () -> {
                    leases.add(log.retain(xid));
                    return "retained";
                },
                () -> {
                    leases.add(model.retain(xid));
                    return "retained";
                },
                "retain");
    }

    private String release(SplittableRandom random) {
        if (!leases.isEmpty()) {
            int pair = random.nextInt(leases.size() / 2) * 2;
            leases.remove(pair).close();
            leases.remove(pair).close();
        }
        return null;
    }

    /** The next id is the first of a page, or was handed out before and is again: statuses from there on are gone. */
    private String reopen(SplittableRandom random) {
        leases.forEach(HorizonLease::close);
        leases.clear();
        log.close();
        model.close();
        long oldest = base.idSpace().skipReserved(model.oldestXid());
        long end = Math.max(model.endXid(), oldest);
        long next = random.nextInt(3) == 0 ? random.nextLong(Math.max(oldest, end - PAGE), end + 1) : end;
        LogConfig config = base.withRange(oldest, base.idSpace().skipReserved(next));
        log = PagedStatusLog.open(disk, config);
        model = model.reopened(config);
        return null;
    }

    /** Brings other pages in, so that what was set is evicted. */
    private String readFar(SplittableRandom random) {
        for (int i = 0; i < 12; i++) {
            String wrong = checkOne(anyXid(random));
            if (wrong != null) {
                return wrong;
            }
        }
        return null;
    }

    private String lose(SplittableRandom random) {
        long xid = base.idSpace().skipReserved(model.endXid());
        log.extendTo(xid);
        model.extendTo(xid);
        lastTree = new long[] {xid + random.nextInt(9)};
        log.setTree(lastTree[0], new long[0], TransactionStatus.COMMITTED);
        return null;
    }

    private String check(SplittableRandom random) {
        if (log.endXid() != model.endXid() || log.oldestXid() < model.oldestXid()) {
            return "the log is from " + log.oldestXid() + " to " + log.endXid() + ", the model is " + model;
        }
        for (long xid : lastTree) {
            String wrong = checkOne(xid);
            if (wrong != null) {
                return wrong;
            }
        }
        String wrong = checkOne(anyXid(random));
        return wrong != null ? wrong : checkOne(model.oldestXid() - 1);
    }

    private String checkOne(long xid) {
        return compare(() -> log.status(xid).toString(), () -> model.status(xid).toString(), "status of " + xid);
    }

    private static String compare(Supplier<String> actual, Supplier<String> expected, String what) {
        String is = answer(actual);
        String should = answer(expected);
        return is.equals(should) ? null : what + " is " + is + " and should be " + should;
    }

    private static String answer(Supplier<String> question) {
        try {
            return question.get();
        } catch (ClogException | IllegalArgumentException e) {
            return e.getClass().getSimpleName();
        }
    }
}
