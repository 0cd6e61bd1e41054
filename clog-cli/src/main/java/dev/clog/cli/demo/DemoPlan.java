package dev.clog.cli.demo;

import dev.clog.api.IdSpace;
import dev.clog.api.TransactionStatus;

/**
 * What each client is going to do, from a seed alone, so that whoever proves the outcome needs to be told nothing by the
 * process that crashed. The ids are cut into slots; a slot is one tree: a transaction, its children, and how it ends.
 *
 * <p>The ids start a whole number of slots before the point where 32-bit ids wrap, so that a run crosses it and only the
 * start of a slot can be reserved; a slot is no divisor of a page, so that trees cross pages and segments too.
 *
 * @param seed makes the plan
 */
record DemoPlan(long seed) {
    /** Ids in a slot. */
    static final int SLOT_XIDS = 100;
    /** The first id of the first slot. */
    static final long FIRST_XID = (1L << 32) - 1_000L * SLOT_XIDS;

    private static final int MOST_CHILDREN = 90;

    /**
     * One transaction with its children.
     *
     * @param xid its id
     * @param children ids of its children, ascending
     * @param outcome committed, aborted, or in progress for one that is running when the process dies
     */
    @SuppressWarnings("ArrayRecordComponent") // trees are not compared
    record Tree(long xid, long[] children, TransactionStatus outcome) {}

    /** The first id of a slot. */
    static long firstXid(long slot) {
        return FIRST_XID + slot * SLOT_XIDS;
    }

    /** The tree of a slot; the other ids of the slot are never used. */
    Tree tree(long slot) {
        long dice = mix(seed + slot);
        long xid = IdSpace.WRAPPING_32.skipReserved(firstXid(slot));
        long[] children = new long[childCount(dice)];
        int stride = children.length <= MOST_CHILDREN / 3 ? 3 : 1;
        for (int i = 0; i < children.length; i++) {
            children[i] = xid + 1 + (long) i * stride;
        }
        return new Tree(xid, children, outcome(dice >>> 32 & 0xFF));
    }

    private static int childCount(long dice) {
        int kind = (int) (dice & 15);
        int size = (int) (dice >>> 8 & 0xFFFF);
        if (kind < 9) {
            return 0;
        }
        return kind < 14 ? 1 + size % 5 : 6 + size % (MOST_CHILDREN - 6);
    }

    private static TransactionStatus outcome(long dice) {
        if (dice < 200) {
            return TransactionStatus.COMMITTED;
        }
        return dice < 250 ? TransactionStatus.ABORTED : TransactionStatus.IN_PROGRESS;
    }

    /** Spreads the bits of a number (the finalizer of SplitMix64). */
    private static long mix(long number) {
        long z = number * 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
