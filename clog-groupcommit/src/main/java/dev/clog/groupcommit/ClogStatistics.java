package dev.clog.groupcommit;

import dev.clog.api.PageStatistics;
import dev.clog.groupcommit.journal.JournalStatistics;
import dev.clog.groupcommit.running.RunningStatistics;
import dev.clog.lock.LockStatistics;

/**
 * What a {@link Clog} counted since it was opened; each count is right, but not all are of the same instant.
 *
 * @param commits durable commits that were acknowledged
 * @param asyncCommits asynchronous ones
 * @param aborts transactions aborted, and children aborted alone
 * @param checkpoints checkpoints taken
 * @param running the running set and its lock
 * @param ids the lock under which ids are handed out
 * @param groups times that one commit set the statuses of others that waited
 * @param followers commits whose statuses another one set
 * @param pages pages of the status log
 * @param journal records, forces, batches
 */
public record ClogStatistics(
        long commits,
        long asyncCommits,
        long aborts,
        long checkpoints,
        RunningStatistics running,
        LockStatistics ids,
        long groups,
        long followers,
        PageStatistics pages,
        JournalStatistics journal) {}
