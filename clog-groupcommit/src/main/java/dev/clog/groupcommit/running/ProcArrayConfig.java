package dev.clog.groupcommit.running;

import java.util.Objects;

/**
 * How a running set is kept.
 *
 * @param ending how the end of a transaction gets at the lock
 * @param reuseSnapshots true if a snapshot that was taken since the last end of a transaction is given again, without
 *     the lock; it is the same
 * @param slots transactions that the set holds before it is made larger, 2 to 65536; a snapshot looks at twice as many
 */
public record ProcArrayConfig(Ending ending, boolean reuseSnapshots, int slots) {
    private static final int LEAST_SLOTS = 2;
    private static final int MOST_SLOTS = 65_536;

    /** Checks the values. */
    public ProcArrayConfig {
        Objects.requireNonNull(ending, "ending");
        if (slots < LEAST_SLOTS || slots > MOST_SLOTS) {
            throw new IllegalArgumentException(
                    "a running set starts with " + LEAST_SLOTS + " to " + MOST_SLOTS + " slots: slots=" + slots);
        }
    }

    /** Group clear, snapshots given again, 128 slots. */
    public static ProcArrayConfig defaults() {
        return new ProcArrayConfig(Ending.GROUP_CLEAR, true, 128);
    }

    /** This, with another way to end transactions. */
    public ProcArrayConfig withEnding(Ending how) {
        return new ProcArrayConfig(how, reuseSnapshots, slots);
    }

    /** This, with snapshots given again or not. */
    public ProcArrayConfig withReuseSnapshots(boolean on) {
        return new ProcArrayConfig(ending, on, slots);
    }

    /** This, with another number of slots to start with. */
    public ProcArrayConfig withSlots(int count) {
        return new ProcArrayConfig(ending, reuseSnapshots, count);
    }
}
