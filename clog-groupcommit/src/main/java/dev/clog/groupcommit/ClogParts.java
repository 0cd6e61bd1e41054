package dev.clog.groupcommit;

import dev.clog.groupcommit.journal.CommitJournal;
import dev.clog.groupcommit.running.ProcArray;
import dev.clog.groupcommit.status.StatusWriter;
import dev.clog.offheap.PagedStatusLog;

/**
 * What a {@link Clog} is made of.
 *
 * @param nextXid the first id to be handed out
 * @param settled true if the last checkpoint in the journal says all that there is: not in a new folder, nor after a crash
 */
record ClogParts(
        ClogConfig config,
        Health health,
        CommitJournal journal,
        PagedStatusLog log,
        StatusWriter writer,
        ProcArray running,
        long nextXid,
        boolean settled) {}
