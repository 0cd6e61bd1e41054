package dev.clog.offheap;

import dev.clog.api.TransactionStatus;
import dev.clog.offheap.format.WordBits;

/**
 * How a word of 32 two-bit statuses changes. A set of transactions of the word is a mask of lanes, as {@link WordBits} has
 * them.
 *
 * <p>Every change is monotone for each transaction, 0 to 3 to 1 or 2, and works on the whole set at once:
 *
 * <pre>
 *   status          high low
 *   in progress       0   0
 *   committed         0   1
 *   aborted           1   0
 *   sub-committed     1   1
 * </pre>
 */
final class StatusBits {
    private StatusBits() {}

    /** The set of one transaction. */
    static long maskOf(long xid) {
        return 1L << ((xid & 31) << 1);
    }

    /** The code of one transaction in its word. */
    static int codeOf(long word, long xid) {
        return (int) (word >>> ((xid & 31) << 1)) & 3;
    }

    /** The transactions of {@code set} that are in the final status other than the one {@code target} leads to. */
    static long conflicts(long word, long set, TransactionStatus target) {
        return set & (target == TransactionStatus.ABORTED ? WordBits.committed(word) : WordBits.aborted(word));
    }

    /**
     * The word after {@code set} has changed to {@code target}; there must be no {@link #conflicts}. A transaction that
     * is committed stays so when the target is sub-committed: the commit that wants to prepare it is already done.
     */
    static long changed(long word, long set, TransactionStatus target) {
        long both = both(set);
        return switch (target) {
            case COMMITTED -> (word & ~both) | set;
            case ABORTED -> (word & ~both) | set << 1;
            case SUB_COMMITTED -> {
                long others = set & ~WordBits.committed(word);
                yield word | others | others << 1;
            }
            default -> throw new IllegalArgumentException("not a status to set: target=" + target);
        };
    }

    /** Both bits of each transaction of {@code set}: none of them in a word says that all are in progress. */
    static long both(long set) {
        return set | set << 1;
    }

    /** The bits that {@code target} has for each transaction of {@code set}. */
    static long bits(long set, TransactionStatus target) {
        if (target == TransactionStatus.COMMITTED) {
            return set;
        }
        return target == TransactionStatus.ABORTED ? set << 1 : both(set);
    }
}
