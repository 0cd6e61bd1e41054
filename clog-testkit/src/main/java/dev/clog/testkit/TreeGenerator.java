package dev.clog.testkit;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Makes transactions from a seed: with and without children, some that run side by side and share words, pages and
 * segments, with children in one word, across words, across pages and across segments. The same seed gives the same
 * ones. For one thread.
 */
/*
 * Transactions come in batches that ran side by side. A batch takes ascending ids, each of which goes to one of its
 * transactions; the first id that a transaction gets is its own, the others are its children. How far apart the ids are
 * makes the shape; gaps are transactions that never end. What crosses a boundary starts a little before it.
 */
public final class TreeGenerator {
    private static final int XIDS_PER_WORD = 32;
    private static final int XIDS_PER_PAGE = 32_768;
    private static final int XIDS_PER_SEGMENT = XIDS_PER_PAGE * 32;
    private static final int MOST_TREES_IN_BATCH = 4;

    private final long seed;
    private final Random random;
    private final IdSpace idSpace;
    private final Deque<Tree> ready = new ArrayDeque<>();
    private long nextXid;

    /**
     * A generator whose ids begin at {@code firstXid}.
     *
     * @param seed what makes all that is random
     * @param idSpace which ids are reserved
     * @param firstXid the least id that is given
     */
    public TreeGenerator(long seed, IdSpace idSpace, long firstXid) {
        this.seed = seed;
        this.random = new Random(seed);
        this.idSpace = idSpace;
        this.nextXid = idSpace.skipReserved(firstXid);
    }

    /** The next transaction, in the order in which they end. */
    public Tree next() {
        if (ready.isEmpty()) {
            makeBatch(Shape.values()[random.nextInt(Shape.values().length)]);
        }
        return ready.remove();
    }

    /** The next transactions. */
    public List<Tree> next(int count) {
        List<Tree> trees = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            trees.add(next());
        }
        return trees;
    }

    /** The least id that was not given yet. */
    public long nextXid() {
        return nextXid;
    }

    private void makeBatch(Shape shape) {
        long[] ids = ids(shape);
        int trees = Math.min(ids.length, 1 + random.nextInt(MOST_TREES_IN_BATCH));
        List<List<Long>> members = new ArrayList<>();
        for (int i = 0; i < trees; i++) {
            members.add(new ArrayList<>());
        }
        for (int i = 0; i < ids.length; i++) {
            members.get(i < trees ? i : random.nextInt(trees)).add(ids[i]);
        }
        List<Tree> batch = new ArrayList<>();
        for (List<Long> tree : members) {
            long[] children = tree.stream().skip(1).mapToLong(Long::longValue).toArray();
            boolean commits = random.nextInt(4) > 0;
            batch.add(
                    new Tree(tree.get(0), children, commits ? TransactionStatus.COMMITTED : TransactionStatus.ABORTED));
        }
        Collections.shuffle(batch, random);
        ready.addAll(batch);
    }

    private long[] ids(Shape shape) {
        long id = nextXid;
        if (shape.boundary > 0) {
            long toBoundary = shape.boundary - id % shape.boundary;
            id += Math.max(0, toBoundary - 1 - random.nextInt(2 * shape.stride));
        }
        long[] ids = new long[1 + random.nextInt(shape.mostIds)];
        for (int i = 0; i < ids.length; i++) {
            id = idSpace.skipReserved(id);
            ids[i] = id;
            id += 1 + random.nextInt(shape.stride);
        }
        nextXid = idSpace.skipReserved(id);
        assert Arrays.stream(ids).noneMatch(idSpace::isReserved) : this;
        return ids;
    }

    @Override
    public String toString() {
        return "TreeGenerator[seed " + seed + "]";
    }

    /** How the ids of a batch lie. */
    private enum Shape {
        ALONE(0, 1, 1),
        IN_A_WORD(0, 1, 12),
        ACROSS_A_WORD(XIDS_PER_WORD, 2, 24),
        ACROSS_WORDS(0, 40, 24),
        ACROSS_A_PAGE(XIDS_PER_PAGE, 4, 24),
        ACROSS_PAGES(0, XIDS_PER_PAGE, 8),
        ACROSS_A_SEGMENT(XIDS_PER_SEGMENT, 4, 24);

        /** Boundary before which a batch starts, in ids; 0 for anywhere. */
        private final int boundary;
        /** The farthest that two ids are apart. */
        private final int stride;

        private final int mostIds;

        Shape(int boundary, int stride, int mostIds) {
            this.boundary = boundary;
            this.stride = stride;
            this.mostIds = mostIds;
        }
    }
}
