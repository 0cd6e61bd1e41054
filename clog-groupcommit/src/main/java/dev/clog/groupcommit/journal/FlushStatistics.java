package dev.clog.groupcommit.journal;

/**
 * Counts of a {@link GroupFlush} since it was made.
 *
 * @param flushes calls of {@link GroupFlush#flush} that were answered by a force, their own or another's, or found that
 *     it was done
 * @param forces forces of the device
 * @param waits how often a thread slept because another one led
 * @param delays forces that waited for others first, as {@link CommitDelay} says
 * @param batchSizes flushes that one force answered
 * @param forceNs time of a force, in nanoseconds
 */
public record FlushStatistics(
        long flushes, long forces, long waits, long delays, Distribution batchSizes, Distribution forceNs) {}
