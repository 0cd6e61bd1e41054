package dev.clog.lock;

import java.util.Objects;

/**
 * Name and configuration that locks of one kind share, and the factory of them. A lock of tranche {@code "CLog bank"}
 * with the number 11 is called {@code CLog bank 11} in statistics and errors.
 *
 * @param name what the locks protect
 * @param statistics count acquisitions (waits are always counted)
 * @param fair first come first served: nobody overtakes a queued thread. Off, a thread that comes by while the lock is
 *     free takes it even if others queue, which is many times faster under contention; a queue
 *     that has not moved for {@link LwLock#STARVATION_NS} stops that
 * @param readBiased readers on different processors share no written line while no writer comes; each writer that ends
 *     such a spell looks through all readers' slots. For locks that are nearly never written: the lock takes some ten
 *     kilobytes
 */
public record LockTranche(String name, boolean statistics, boolean fair, boolean readBiased) {

    /** Checks the name. */
    public LockTranche {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("a tranche has a name: name='" + name + "'");
        }
    }

    /** With statistics, barging, and no bias: the default. */
    public static LockTranche named(String name) {
        return new LockTranche(name, true, false, false);
    }

    /** The same, with acquisitions counted or not. */
    public LockTranche withStatistics(boolean on) {
        return new LockTranche(name, on, fair, readBiased);
    }

    /** The same, first come first served or not. */
    public LockTranche withFairness(boolean on) {
        return new LockTranche(name, statistics, on, readBiased);
    }

    /** The same, biased to readers or not. */
    public LockTranche withReadBias(boolean on) {
        return new LockTranche(name, statistics, fair, on);
    }

    /** A new free lock of this tranche. */
    public LwLock newLock(int number) {
        return new LwLock(this, number);
    }
}
