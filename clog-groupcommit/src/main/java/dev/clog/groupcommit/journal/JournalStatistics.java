package dev.clog.groupcommit.journal;

/**
 * Counts of a {@link CommitJournal} since it was opened.
 *
 * @param records records appended
 * @param bytes their bytes
 * @param insertionWaits how often a thread slept for an insertion lock, or for an insertion to end
 * @param files files that hold the journal, without the one made in advance
 * @param filesMade files made of zeros
 * @param filesReused files used again after a checkpoint
 * @param filesRemoved files that a checkpoint took out of the journal
 * @param flush flushes, forces, waits, batch sizes
 */
public record JournalStatistics(
        long records,
        long bytes,
        long insertionWaits,
        int files,
        long filesMade,
        long filesReused,
        long filesRemoved,
        FlushStatistics flush) {}
