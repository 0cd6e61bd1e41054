package dev.clog.tests.kill;

import dev.clog.api.TransactionStatus;
import java.util.stream.IntStream;

/**
 * What becomes of each id, from a seed alone. Ids come in blocks of 98,304, three pages; a block has 1,024 transactions of
 * 96 members, which lie 1,024 ids apart, so that a tree is spread over four pages and no two members share a word:
 *
 * <pre>
 *   block    | parents of 0..1023 | first children of 0..1023 | second children | ...
 * </pre>
 *
 * A transaction commits, aborts, or is left in progress; some of its children are rolled back on their own before.
 *
 * @param seed decides all of it
 * @param firstXid the first id of block 0
 */
public record CommitPlan(long seed, long firstXid) {
    /** Transactions of a block. */
    public static final int UNITS_PER_BLOCK = 1_024;
    /** Ids of a transaction: its own, and those of its children. */
    public static final int MEMBERS = 96;

    private static final long BLOCK_XIDS = (long) UNITS_PER_BLOCK * MEMBERS;

    /** The id of a member of a transaction; member 0 is the parent. */
    public long xid(long unit, int member) {
        return blockStart(unit) + (long) member * UNITS_PER_BLOCK + unit % UNITS_PER_BLOCK;
    }

    /** The first id of the block of a transaction. */
    public long blockStart(long unit) {
        return firstXid + unit / UNITS_PER_BLOCK * BLOCK_XIDS;
    }

    /** How a transaction ends: committed, aborted, or in progress for one that does not. */
    public TransactionStatus outcome(long unit) {
        int dice = (int) (mix(unit * MEMBERS) >>> 60);
        if (dice < 10) {
            return TransactionStatus.COMMITTED;
        }
        return dice < 14 ? TransactionStatus.ABORTED : TransactionStatus.IN_PROGRESS;
    }

    /** True for a child that is rolled back before its transaction ends. */
    public boolean isRolledBack(long unit, int member) {
        return member > 0 && mix(unit * MEMBERS + member) >>> 61 == 0;
    }

    /** The status of a member once its transaction is done. */
    public TransactionStatus status(long unit, int member) {
        return isRolledBack(unit, member) ? TransactionStatus.ABORTED : outcome(unit);
    }

    /** Ids of the children that end with their transaction. */
    public long[] children(long unit) {
        return children(unit, false);
    }

    /** Ids of the children that are rolled back. */
    public long[] rolledBackChildren(long unit) {
        return children(unit, true);
    }

    private long[] children(long unit, boolean rolledBack) {
        return IntStream.range(1, MEMBERS)
                .filter(member -> isRolledBack(unit, member) == rolledBack)
                .mapToLong(member -> xid(unit, member))
                .toArray();
    }

    /** Spreads a number over 64 bits. Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators". */
    private long mix(long number) {
        long z = seed + number * 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return z ^ (z >>> 31);
    }
}
