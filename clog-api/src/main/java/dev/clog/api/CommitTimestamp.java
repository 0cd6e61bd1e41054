package dev.clog.api;

/**
 * When a transaction committed, and where.
 *
 * @param micros microseconds since 2000-01-01 00:00 UTC, as a server counts them; never 0, which says that there is none
 * @param origin the replication origin, 0 to 65535; 0 for this engine itself
 */
public record CommitTimestamp(long micros, int origin) {

    /** Checks the ranges. */
    public CommitTimestamp {
        if (micros == 0) {
            throw new IllegalArgumentException("0 stands for no time: micros=0");
        }
        if (origin < 0 || origin > 0xFFFF) {
            throw new IllegalArgumentException("an origin has 16 bits: origin=" + origin);
        }
    }
}
