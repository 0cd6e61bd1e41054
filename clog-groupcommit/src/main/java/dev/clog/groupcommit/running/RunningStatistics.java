package dev.clog.groupcommit.running;

import dev.clog.lock.LockStatistics;

/**
 * What a running set counted since it was made.
 *
 * @param endings transactions that ended
 * @param groups times that a leader ended transactions of others with its own ({@link Ending#GROUP_CLEAR})
 * @param grouped transactions that ended in these groups, leaders included
 * @param lock of the set; its exclusive acquisitions, the conditional ones included, are what endings cost
 */
public record RunningStatistics(long endings, long groups, long grouped, LockStatistics lock) {}
