package dev.clog.api;

import java.util.Objects;

/**
 * A number of slots for pages, filled and written through the page store as pages come and go: PostgreSQL's CLOG buffers.
 *
 * @param slots number of pages in memory, 4 to 131072
 * @param banked true for banks of 16 slots with a lock each, a page in bank (page number modulo banks); false for one
 *     bank with a control lock, as servers had it before version 17
 * @param reads how a status is read from a page that is in memory
 * @param writes how setters of pages of one bank share its lock
 * @param cleaner true for a thread that writes the pages that will be evicted next, so that reading a page in does not wait
 *     for a write
 */
public record PageCacheConfig(int slots, boolean banked, Reads reads, Writes writes, boolean cleaner)
        implements PageSpaceConfig {
    /** Slots in a bank. */
    public static final int BANK_SLOTS = 16;

    private static final int LEAST_SLOTS = 4;
    private static final int MOST_SLOTS = 131_072;

    /** How a status is read from a page that is in memory. */
    public enum Reads {
        /** No lock: the word is read, and the slot checked not to have changed meanwhile. */
        LOCK_FREE,
        /** Under the bank's lock, shared, with the slot marked as used: what servers do. */
        LOCK_SHARED
    }

    /** How setters share a bank's lock. */
    public enum Writes {
        /** Shared: they change words by compare-and-set. */
        SHARED,
        /** Exclusive: one setter at a time, as in servers. */
        EXCLUSIVE
    }

    /** Checks that the values are in range and fit each other. */
    public PageCacheConfig {
        Objects.requireNonNull(reads, "reads");
        Objects.requireNonNull(writes, "writes");
        if (slots < LEAST_SLOTS || slots > MOST_SLOTS) {
            throw new IllegalArgumentException(
                    "a page cache has " + LEAST_SLOTS + " to " + MOST_SLOTS + " slots: slots=" + slots);
        }
        if (banked && slots > BANK_SLOTS && slots % BANK_SLOTS != 0) {
            throw new IllegalArgumentException("banks are of " + BANK_SLOTS + " slots each: slots=" + slots);
        }
    }

    /** Banks of 16 slots, lock-free reads, shared writes, no cleaner. */
    public static PageCacheConfig ofBanks(int slots) {
        return new PageCacheConfig(slots, true, Reads.LOCK_FREE, Writes.SHARED, false);
    }

    /** One control lock, reads under it shared, writes exclusive, no cleaner: a server of 2012. */
    public static PageCacheConfig ofControlLock(int slots) {
        return new PageCacheConfig(slots, false, Reads.LOCK_SHARED, Writes.EXCLUSIVE, false);
    }

    /** This, with another way to read. */
    public PageCacheConfig withReads(Reads how) {
        return new PageCacheConfig(slots, banked, how, writes, cleaner);
    }

    /** This, with another way to write. */
    public PageCacheConfig withWrites(Writes how) {
        return new PageCacheConfig(slots, banked, reads, how, cleaner);
    }

    /** This, with or without a cleaner. */
    public PageCacheConfig withCleaner(boolean on) {
        return new PageCacheConfig(slots, banked, reads, writes, on);
    }

    /** Number of banks, each with a lock. */
    public int banks() {
        return banked ? Math.max(1, slots / BANK_SLOTS) : 1;
    }
}
