package dev.clog.groupcommit;

import dev.clog.api.IdSpace;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.ResidentWindowConfig;
import dev.clog.groupcommit.journal.JournalConfig;
import dev.clog.groupcommit.running.ProcArrayConfig;
import dev.clog.groupcommit.status.StatusWriterConfig;
import java.util.Objects;

/**
 * How a {@link Clog} works: validated once, here, and immutable. Start with {@link #defaults} or a {@link ClogPreset} and
 * refine. Only the id space is in the files; all else may be chosen anew at each open.
 *
 * @param idSpace how ids are laid on the files; the same at each open
 * @param pages where the pages of the status log are in memory
 * @param writer how commits set their statuses
 * @param running how the set of running transactions is kept
 * @param journal how the journal works
 * @param idRange how many ids are reserved at a time, 1 to 32768: a crash loses two such ranges of ids at most
 * @param checkpointBytes after how many bytes of journal a checkpoint is taken in the background, at least 4096; 0 for
 *     never: then the journal grows until {@link Clog#checkpoint} is called
 */
public record ClogConfig(
        IdSpace idSpace,
        PageSpaceConfig pages,
        StatusWriterConfig writer,
        ProcArrayConfig running,
        JournalConfig journal,
        int idRange,
        long checkpointBytes) {
    private static final int LARGEST_RANGE = 32_768;
    private static final int LEAST_CHECKPOINT_BYTES = 4096;
    private static final ClogConfig DEFAULTS = new ClogConfig(
            IdSpace.WRAPPING_32,
            new ResidentWindowConfig(),
            StatusWriterConfig.direct(),
            ProcArrayConfig.defaults(),
            JournalConfig.defaults(),
            8192,
            64L << 20);

    /** Checks the values. */
    public ClogConfig {
        Objects.requireNonNull(idSpace, "idSpace");
        Objects.requireNonNull(pages, "pages");
        Objects.requireNonNull(writer, "writer");
        Objects.requireNonNull(running, "running");
        Objects.requireNonNull(journal, "journal");
        if (idRange < 1 || idRange > LARGEST_RANGE) {
            throw new IllegalArgumentException(
                    "ids are reserved 1 to " + LARGEST_RANGE + " at a time: idRange=" + idRange);
        }
        if (checkpointBytes != 0 && checkpointBytes < LEAST_CHECKPOINT_BYTES) {
            throw new IllegalArgumentException("a checkpoint comes after " + LEAST_CHECKPOINT_BYTES
                    + " bytes at least, or 0 for never: checkpointBytes=" + checkpointBytes);
        }
    }

    /**
     * Files of {@code pg_xact} form, pages in a resident window, statuses set without a lock, ends in groups, 8192 ids at
     * a time, a checkpoint every 64 MiB of journal.
     */
    public static ClogConfig defaults() {
        return DEFAULTS;
    }

    /** This, with ids laid on the files in another way. */
    public ClogConfig withIdSpace(IdSpace space) {
        return new ClogConfig(space, pages, writer, running, journal, idRange, checkpointBytes);
    }

    /** This, with pages in a resident window or a page cache. */
    public ClogConfig withPages(PageSpaceConfig space) {
        return new ClogConfig(idSpace, space, writer, running, journal, idRange, checkpointBytes);
    }

    /** This, with another way to set statuses. */
    public ClogConfig withWriter(StatusWriterConfig how) {
        return new ClogConfig(idSpace, pages, how, running, journal, idRange, checkpointBytes);
    }

    /** This, with another kind of running set. */
    public ClogConfig withRunning(ProcArrayConfig how) {
        return new ClogConfig(idSpace, pages, writer, how, journal, idRange, checkpointBytes);
    }

    /** This, with another journal. */
    public ClogConfig withJournal(JournalConfig how) {
        return new ClogConfig(idSpace, pages, writer, running, how, idRange, checkpointBytes);
    }

    /** This, with so many ids reserved at a time. */
    public ClogConfig withIdRange(int ids) {
        return new ClogConfig(idSpace, pages, writer, running, journal, ids, checkpointBytes);
    }

    /** This, with a checkpoint after so many bytes of journal; 0 for never. */
    public ClogConfig withCheckpointBytes(long bytes) {
        return new ClogConfig(idSpace, pages, writer, running, journal, idRange, bytes);
    }
}
