package dev.clog.api;

/**
 * Arithmetic of transaction ids. Inside the software an id is 64 bits: epoch * 2^32 + the 32-bit id of a page file.
 *
 * <p>Source: PostgreSQL {@code transam.h}, {@code transam.c}.
 */
public final class TransactionId {
    /** Never a transaction; its status reads as aborted. */
    public static final long INVALID = 0;
    /** The transaction that made the database; always committed. */
    public static final long BOOTSTRAP = 1;
    /** Stands for every transaction older than the horizon; always committed. */
    public static final long FROZEN = 2;
    /** The first id that is ever handed out. */
    public static final long FIRST_NORMAL = 3;

    private static final long LOW_WORD = 0xFFFF_FFFFL;

    private TransactionId() {}

    /** The low 32 bits of {@code xid}, as an unsigned number. */
    public static long low(long xid) {
        return xid & LOW_WORD;
    }

    /** How often the 32-bit ids had wrapped when {@code xid} was handed out. */
    public static long epoch(long xid) {
        return xid >>> 32;
    }

    /**
     * Order of 32-bit ids: plain unsigned order if either is below {@link #FIRST_NORMAL}, else by the sign of the
     * difference modulo 2^32. Ids exactly 2^31 apart precede each other.
     */
    public static boolean precedes(int a, int b) {
        if (isReserved(a) || isReserved(b)) {
            return Integer.compareUnsigned(a, b) < 0;
        }
        return a - b < 0;
    }

    private static boolean isReserved(int xid) {
        return Integer.compareUnsigned(xid, (int) FIRST_NORMAL) < 0;
    }

    /**
     * The 64-bit id of a 32-bit one that is at most {@code next} and less than 2^32 behind it.
     *
     * @param xid 32-bit id; higher bits are ignored
     * @param next a 64-bit id at or after the one asked for, such as the next id to be handed out
     * @return the widened id; negative where the id would lie before epoch 0
     */
    public static long widen(long xid, long next) {
        long candidate = (next & ~LOW_WORD) | low(xid);
        return candidate <= next ? candidate : candidate - (1L << 32);
    }
}
