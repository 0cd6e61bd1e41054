package dev.clog.offheap.format;

/**
 * Arithmetic on words of 64 bits that hold the statuses of 32 transactions, the first one in the lowest two bits. What
 * is true of a transaction is one bit of a mask of lanes: bit {@code 2 * n} for transaction {@code n}.
 */
public final class WordBits {
    /** The lanes of all 32 transactions. */
    public static final long ALL_LANES = 0x5555_5555_5555_5555L;
    /** The word of 32 committed transactions. */
    public static final long ALL_COMMITTED = ALL_LANES;

    private WordBits() {}

    /** The transactions in progress. */
    public static long inProgress(long word) {
        return ~(word | word >>> 1) & ALL_LANES;
    }

    /** The committed transactions. */
    public static long committed(long word) {
        return word & ~(word >>> 1) & ALL_LANES;
    }

    /** The aborted transactions. */
    public static long aborted(long word) {
        return ~word & word >>> 1 & ALL_LANES;
    }

    /** The sub-committed transactions. */
    public static long subCommitted(long word) {
        return word & word >>> 1 & ALL_LANES;
    }

    /** The transactions that are not in progress. */
    public static long decided(long word) {
        return (word | word >>> 1) & ALL_LANES;
    }

    /** True if all 32 transactions are committed or aborted, as nearly all words of a folder are. */
    public static boolean isFinal(long word) {
        return ((word ^ word >>> 1) & ALL_LANES) == ALL_LANES;
    }

    /**
     * The transactions from one to another.
     *
     * @param from the first one, counted from that of the lowest bits; any number
     * @param to the one after the last; any number
     */
    public static long lanes(long from, long to) {
        if (from <= 0 && to >= StatusLayout.XIDS_PER_WORD) {
            return ALL_LANES;
        }
        if (from >= to || from >= StatusLayout.XIDS_PER_WORD || to <= 0) {
            return 0;
        }
        long above = from <= 0 ? -1L : -1L << (2 * from);
        long below = to >= StatusLayout.XIDS_PER_WORD ? -1L : ~(-1L << (2 * to));
        return above & below & ALL_LANES;
    }

    /** Which transaction the lowest lane of a mask is, 0 to 31; 32 if the mask is empty. */
    public static int first(long lanes) {
        return Long.numberOfTrailingZeros(lanes) / 2;
    }

    /** Which transaction the highest lane of a mask is, 0 to 31; -1 if the mask is empty. */
    public static int last(long lanes) {
        return lanes == 0 ? -1 : (Long.SIZE - 1 - Long.numberOfLeadingZeros(lanes)) / 2;
    }
}
