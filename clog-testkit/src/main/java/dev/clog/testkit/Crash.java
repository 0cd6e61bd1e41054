package dev.clog.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * What a power loss does to changes that were not forced: writes, cuts, and files made, renamed and removed. What was
 * forced stays.
 *
 * @param survivors which of the changes reached the disk
 * @param count for {@link Survivors#FIRST}: how many
 * @param sectorBytes size of what the disk writes at once: a change larger than this may have reached the disk in
 *     part, and the size of a file apart from its content; 0 if changes reach it as a whole
 * @param seed for all that is random
 */
public record Crash(Survivors survivors, int count, int sectorBytes, long seed) {

    /** Which un-forced changes reached the disk. */
    public enum Survivors {
        /** None: the least that a correct disk keeps. */
        NONE,
        /** All of them, as if the system had just written them back. */
        ALL,
        /** The first ones, in the order in which they were made. */
        FIRST,
        /** Any of them, in any order: each has an even chance. */
        SOME
    }

    /** Checks the values. */
    public Crash {
        if (count < 0 || sectorBytes < 0) {
            throw new IllegalArgumentException("negative: count=" + count + " sectorBytes=" + sectorBytes);
        }
    }

    /** No un-forced change survives. */
    public static Crash losingAll() {
        return new Crash(Survivors.NONE, 0, 0, 0);
    }

    /** Every change survives. */
    public static Crash keepingAll() {
        return new Crash(Survivors.ALL, 0, 0, 0);
    }

    /** The first {@code count} un-forced changes survive. */
    public static Crash keepingFirst(int count) {
        return new Crash(Survivors.FIRST, count, 0, 0);
    }

    /** Each un-forced change survives with an even chance, whatever became of those before it. */
    public static Crash keepingSome(long seed) {
        return new Crash(Survivors.SOME, 0, 0, seed);
    }

    /**
     * This, on a disk that writes sectors of {@code bytes} bytes: of changes that survive by chance each sector has a
     * chance of its own, and the change after the first ones has reached the disk in part.
     *
     * @param bytes 512 and 4096 are what disks have
     */
    public Crash tornAt(int bytes) {
        return new Crash(survivors, count, bytes, seed);
    }

    /** This, with another seed. */
    public Crash withSeed(long other) {
        return new Crash(survivors, count, sectorBytes, other);
    }

    /**
     * Crashes worth trying at one moment: nothing, everything and every first part survive, whole and torn at 512 and
     * 4096 bytes, and {@code subsets} random ones of each.
     *
     * @param unsynced number of changes that are not forced, as {@link MemoryPageStore#unsynced} tells
     * @param subsets number of random crashes of each kind
     * @param seed seed of all of them
     */
    public static List<Crash> worthTrying(int unsynced, int subsets, long seed) {
        List<Crash> crashes = new ArrayList<>();
        crashes.add(losingAll());
        if (unsynced == 0) {
            return crashes;
        }
        crashes.add(keepingAll());
        for (int sectorBytes : new int[] {0, 512, 4096}) {
            for (int first = sectorBytes == 0 ? 1 : 0; first < unsynced; first++) {
                crashes.add(keepingFirst(first).tornAt(sectorBytes).withSeed(seed));
            }
            for (int i = 0; i < subsets; i++) {
                crashes.add(keepingSome(seed + i).tornAt(sectorBytes));
            }
        }
        return crashes;
    }
}
