package dev.clog.groupcommit.journal;

/**
 * What a checkpoint left in the journal.
 *
 * @param redoLsn position from which the journal must be replayed: the end of the journal when the checkpoint began
 * @param nextXid no id at or past this one was handed out when the checkpoint began
 * @param oldestXid horizon of the status log at that time
 */
public record Checkpoint(long redoLsn, long nextXid, long oldestXid) {}
