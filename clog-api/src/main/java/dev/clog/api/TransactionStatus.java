package dev.clog.api;

/**
 * Status of a transaction as its two bits say it (PostgreSQL {@code clog.h}), and {@link #FROZEN}, which no bits say.
 *
 * <p>{@link #IN_PROGRESS} is also what a transaction leaves that crashed: the log alone can't tell the two apart, so an
 * engine asks its running set first and the log second.
 */
public enum TransactionStatus {
    /** Running, or crashed while running; the state of a page of zeros. */
    IN_PROGRESS(0, "in progress"),
    /** Committed. Final. */
    COMMITTED(1, "committed"),
    /** Aborted. Final. */
    ABORTED(2, "aborted"),
    /** A child whose fate is its parent's, while the tree's commit is being written. */
    SUB_COMMITTED(3, "sub-committed"),
    /** Below the horizon of the log; answered only to callers that opt in, never stored. */
    FROZEN(-1, "frozen");

    private static final TransactionStatus[] BY_CODE = {IN_PROGRESS, COMMITTED, ABORTED, SUB_COMMITTED};

    private final int code;
    private final String text;

    TransactionStatus(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** The two bits, 0 to 3; -1 for {@link #FROZEN}. */
    public int code() {
        return code;
    }

    /** True for the four statuses that two bits can say. */
    public boolean isStored() {
        return code >= 0;
    }

    /** True for the two statuses that never change: committed and aborted. */
    public boolean isFinal() {
        return this == COMMITTED || this == ABORTED;
    }

    /**
     * The status of two bits.
     *
     * @param code 0 to 3; higher bits are ignored
     */
    public static TransactionStatus ofCode(int code) {
        return BY_CODE[code & 3];
    }

    /** The words the {@code clog} command prints, as {@code in progress}. */
    @Override
    public String toString() {
        return text;
    }
}
