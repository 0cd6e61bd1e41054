package dev.clog.groupcommit.status;

import java.util.Objects;

/**
 * How commits set their statuses in the log: validated once, here, and immutable.
 *
 * @param kind what keeps setters apart
 * @param fastPath for {@link Kind#LIST} and {@link Kind#RING}: a committer that finds the lock free, or passed on
 *     quickly by others, takes it and sets its own tree
 * @param ringSize for {@link Kind#RING}: how many requests can wait, a power of two from 2 to 65536; who finds no place
 *     takes the lock itself
 * @param leader for {@link Kind#RING}: who serves the requests
 * @param leaderWait for {@link Leader#DEDICATED}: how its thread waits for requests
 */
public record StatusWriterConfig(Kind kind, boolean fastPath, int ringSize, Leader leader, LeaderWait leaderWait) {
    /** Places in the ring unless another number is given: more than there are committers, mostly. */
    public static final int DEFAULT_RING_SIZE = 1024;

    private static final int LARGEST_RING_SIZE = 65_536;

    /** What keeps setters apart. */
    public enum Kind {
        /** Nothing: words change by compare-and-set. A page cache holds the page with its bank's lock, shared. */
        DIRECT,
        /** The lock of the page's bank, shared: words change by compare-and-set. */
        SHARED,
        /** The lock of the page's bank, exclusive. */
        EXCLUSIVE,
        /**
         * The same, taken by one committer for all that wait in a list, where they commit small trees on one page; else
         * by each for itself. What PostgreSQL does.
         */
        LIST,
        /** The same, taken by one committer for all that wait in a ring, whatever the size and pages of their trees. */
        RING
    }

    /** Who serves the requests in a ring. */
    public enum Leader {
        /** One of the committers that wait. */
        PARTICIPANT,
        /** A thread of the writer's own. */
        DEDICATED
    }

    /** How the thread of a {@link Leader#DEDICATED} leader waits. It sleeps when there is nothing to do, in each way. */
    public enum LeaderWait {
        /** On a monitor, which each committer enters to wake it. */
        BLOCKING,
        /** On a monitor, which a committer enters only if the thread sleeps. */
        LITE_BLOCKING,
        /** For a while spinning, then yielding, then as {@link #LITE_BLOCKING}. */
        PHASED
    }

    /** Checks that the values are there and in range. */
    public StatusWriterConfig {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(leader, "leader");
        Objects.requireNonNull(leaderWait, "leaderWait");
        if (ringSize < 2 || ringSize > LARGEST_RING_SIZE || Integer.bitCount(ringSize) != 1) {
            throw new IllegalArgumentException(
                    "the size of a ring is a power of two from 2 to " + LARGEST_RING_SIZE + ": ringSize=" + ringSize);
        }
    }

    private StatusWriterConfig(Kind kind) {
        this(kind, true, DEFAULT_RING_SIZE, Leader.PARTICIPANT, LeaderWait.LITE_BLOCKING);
    }

    /** No lock beyond those that a page cache needs. */
    public static StatusWriterConfig direct() {
        return new StatusWriterConfig(Kind.DIRECT);
    }

    /** The lock of the page's bank, shared. */
    public static StatusWriterConfig shared() {
        return new StatusWriterConfig(Kind.SHARED);
    }

    /** The lock of the page's bank, exclusive, for each commit. */
    public static StatusWriterConfig exclusive() {
        return new StatusWriterConfig(Kind.EXCLUSIVE);
    }

    /** A list of waiting commits, with the fast path. */
    public static StatusWriterConfig list() {
        return new StatusWriterConfig(Kind.LIST);
    }

    /** A ring of waiting commits, served by one of them, with the fast path. */
    public static StatusWriterConfig ring() {
        return new StatusWriterConfig(Kind.RING);
    }

    /** This, with or without the fast path. */
    public StatusWriterConfig withFastPath(boolean on) {
        return new StatusWriterConfig(kind, on, ringSize, leader, leaderWait);
    }

    /** This, with another number of places in the ring. */
    public StatusWriterConfig withRingSize(int size) {
        return new StatusWriterConfig(kind, fastPath, size, leader, leaderWait);
    }

    /** This, with a thread of its own that serves the ring, and waits so. */
    public StatusWriterConfig withLeaderThread(LeaderWait wait) {
        return new StatusWriterConfig(kind, fastPath, ringSize, Leader.DEDICATED, wait);
    }
}
