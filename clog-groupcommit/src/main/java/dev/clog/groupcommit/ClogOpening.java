package dev.clog.groupcommit;

import dev.clog.api.LogConfig;
import dev.clog.api.LogFormatException;
import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.PageStore.Access;
import dev.clog.api.spi.StoreEntry;
import dev.clog.groupcommit.journal.Checkpoint;
import dev.clog.groupcommit.journal.CommitJournal;
import dev.clog.groupcommit.running.ProcArray;
import dev.clog.groupcommit.status.StatusWriter;
import dev.clog.groupcommit.status.StatusWriters;
import dev.clog.offheap.PagedStatusLog;
import dev.clog.offheap.VictimSearch;
import dev.clog.offheap.format.StatusLayout;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Opens the parts of a {@link Clog}, and recovers them.
 *
 * <p>The journal is opened first: its lock stands for both folders, and its last checkpoint says what the status log holds.
 * No checkpoint means that nothing was ever acknowledged here: the log is made, or what a crash left of the making is used.
 * Statuses that are not all zero have then another owner, such as a database server, and are refused.
 *
 * <p>If the journal holds nothing past its last checkpoint it was closed in order, and the status log is opened as any log
 * whose files must all be there. Else it is opened in recovery, where files may be missing, and the journal is replayed.
 */
final class ClogOpening {
    private final PageStore statuses;
    private final ClogConfig config;
    /** For victims in a page cache; null for the usual one. */
    private final VictimSearch.Factory search;

    private final long firstXid;
    private final CommitJournal journal;

    private ClogOpening(PageStore statuses, CommitJournal journal, ClogBuilder how) {
        this.statuses = statuses;
        this.journal = journal;
        config = how.config();
        search = how.victimSearch();
        firstXid = how.firstXid();
    }

    /**
     * Opens everything, or nothing: where this throws, both stores are closed.
     *
     * @param location as errors call the whole
     */
    static ClogParts open(String location, PageStore statuses, PageStore journalStore, ClogBuilder how) {
        CommitJournal journal;
        try {
            journal = CommitJournal.open(journalStore, how.config().journal());
        } catch (RuntimeException | Error e) {
            throw closing(e, statuses);
        }
        try {
            return new ClogOpening(statuses, journal, how).parts(location);
        } catch (RuntimeException | Error e) {
            throw closing(e, statuses, journal);
        }
    }

    /** Closes all, some of which may be closed already; returns the failure. Errors are thrown. */
    static RuntimeException closing(Throwable failure, Closeable... all) {
        for (Closeable each : all) {
            try {
                each.close();
            } catch (IOException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) failure;
    }

    private ClogParts parts(String location) {
        Optional<Checkpoint> last = journal.lastCheckpoint();
        Replay.Need need = new Replay.Need();
        journal.replay(need);
        PagedStatusLog log;
        long nextXid = firstXid;
        if (last.isEmpty()) {
            log = fresh(need);
        } else if (!need.isThere()) {
            nextXid = nextXid(last.get());
            log = opened(configOf(last.get().oldestXid(), nextXid));
        } else {
            nextXid = nextXid(last.get());
            log = opened(configOf(last.get().oldestXid(), nextXid).withRecovery(true));
            nextXid = replayed(log, nextXid);
        }
        try {
            StatusWriter writer = StatusWriters.create(config.writer(), log);
            ProcArray running = new ProcArray(config.running(), nextXid);
            Health health = new Health(location);
            boolean settled = last.isPresent() && !need.isThere();
            return new ClogParts(config, health, journal, log, writer, running, nextXid, settled);
        } catch (RuntimeException | Error e) {
            log.close();
            throw e;
        }
    }

    /** Journals of before may have a checkpoint whose horizon has passed its next id. */
    private long nextXid(Checkpoint checkpoint) {
        return config.idSpace().skipReserved(Math.max(checkpoint.nextXid(), checkpoint.oldestXid()));
    }

    private LogConfig configOf(long oldestXid, long nextXid) {
        LogConfig any = switch (config.idSpace()) {
            case WRAPPING_32 -> LogConfig.wrapping32();
            case FULL_64 -> LogConfig.full64();
        };
        return any.withRange(oldestXid, nextXid).withWriteAheadLog(journal).withPages(config.pages());
    }

    private PagedStatusLog opened(LogConfig how) {
        return search == null ? PagedStatusLog.open(statuses, how) : PagedStatusLog.open(statuses, how, search);
    }

    private long replayed(PagedStatusLog log, long checkpointXid) {
        try {
            Replay replay = new Replay(log, checkpointXid);
            journal.replay(replay);
            long nextXid = config.idSpace().skipReserved(replay.nextXid());
            log.endRecovery(nextXid);
            return nextXid;
        } catch (RuntimeException | Error e) {
            try {
                log.close();
            } catch (RuntimeException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    private PagedStatusLog fresh(Replay.Need need) {
        if (need.isThere()) {
            throw new LogFormatException(
                    "a journal of commits starts with a checkpoint, and this one has none", statuses.location(), -1);
        }
        LogConfig fresh = configOf(firstXid, firstXid);
        if (!hasPageFiles()) {
            return search == null
                    ? PagedStatusLog.create(statuses, fresh)
                    : PagedStatusLog.create(statuses, fresh, search);
        }
        PagedStatusLog log = opened(fresh.withRecovery(true));
        log.endRecovery(firstXid);
        return log;
    }

    /** Whether a crash left page files of zeros. */
    private boolean hasPageFiles() {
        try {
            boolean found = false;
            for (StoreEntry entry : statuses.entries()) {
                if (StatusLayout.segmentOf(entry.name()).isPresent()) {
                    found = true;
                    refuseStatuses(entry.name());
                }
            }
            return found;
        } catch (IOException e) {
            throw new PageIoException("can't read the folder of the statuses", statuses.location(), -1, e);
        }
    }

    private void refuseStatuses(String name) throws IOException {
        try (PageFile file = statuses.open(name, Access.READ)) {
            ByteBuffer page = ByteBuffer.allocate(StatusLayout.STANDARD.pageBytes());
            long offset = 0;
            while (file.read(page.clear(), offset) > 0) {
                for (int i = 0; i < page.position(); i++) {
                    if (page.get(i) != 0) {
                        throw new LogFormatException(
                                "statuses without a journal: the folder belongs to something else",
                                statuses.location() + "/" + name,
                                offset + i);
                    }
                }
                offset += page.position();
            }
        }
    }
}
