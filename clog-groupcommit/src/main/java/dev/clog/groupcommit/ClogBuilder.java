package dev.clog.groupcommit;

import dev.clog.api.PageIoException;
import dev.clog.api.TransactionId;
import dev.clog.api.spi.PageStore;
import dev.clog.offheap.VictimSearch;
import dev.clog.offheap.store.FilePageStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/** What a {@link Clog} is opened with. Not for use by several threads. */
public final class ClogBuilder {
    private final Path folder;
    private ClogConfig config = ClogConfig.defaults();
    private long firstXid = TransactionId.FIRST_NORMAL;
    /** Null for the usual one. */
    private VictimSearch.Factory search;

    ClogBuilder(Path folder) {
        this.folder = folder;
    }

    /** With another configuration than the {@link ClogConfig#defaults}. */
    public ClogBuilder config(ClogConfig how) {
        config = Objects.requireNonNull(how, "how");
        return this;
    }

    /** With the configuration of a preset. */
    public ClogBuilder preset(ClogPreset preset) {
        return config(preset.config());
    }

    /**
     * With another first id than 3, where the log is made; a log that is there goes on where it was. For an engine that
     * brings transactions along from elsewhere.
     *
     * @param xid 64-bit id, not a reserved one
     */
    public ClogBuilder firstXid(long xid) {
        firstXid = xid;
        return this;
    }

    /** With another search for victims, where the pages are in a page cache. */
    public ClogBuilder victimSearch(VictimSearch.Factory factory) {
        search = Objects.requireNonNull(factory, "factory");
        return this;
    }

    ClogConfig config() {
        return config;
    }

    long firstXid() {
        return firstXid;
    }

    /** Null for the usual one. */
    VictimSearch.Factory victimSearch() {
        return search;
    }

    /**
     * Opens the log, and makes it where there is none: in the folder come {@code pg_xact} with the statuses, and
     * {@code journal}.
     *
     * @throws dev.clog.api.LogInUseException as {@link Clog#open}
     * @throws dev.clog.api.LogFormatException as {@link Clog#open}
     * @throws PageIoException as {@link Clog#open}
     */
    public Clog open() {
        PageStore statuses;
        PageStore journal;
        try {
            FilePageStore.create(folder);
            statuses = FilePageStore.create(folder.resolve("pg_xact"));
            journal = FilePageStore.create(folder.resolve("journal"));
        } catch (IOException e) {
            throw new PageIoException("can't make the folder of the log", folder.toString(), -1, e);
        }
        return open(statuses, journal);
    }

    /**
     * Opens the log of two stores, or makes it; they belong to it from here on, also if this fails. For engines whose files
     * are somewhere else, and for tests that stand in the door.
     *
     * @param statuses where the statuses are
     * @param journal where the journal is
     */
    public Clog open(PageStore statuses, PageStore journal) {
        ClogParts parts = ClogOpening.open(folder.toString(), statuses, journal, this);
        Clog clog;
        try {
            clog = new Clog(parts);
        } catch (RuntimeException | Error e) {
            throw ClogOpening.closing(e, parts.writer()::close, parts.log()::close, parts.journal());
        }
        try {
            clog.start(!parts.settled());
            return clog;
        } catch (RuntimeException | Error e) {
            parts.health().fail(e); // what is in the files is as good as it was: no checkpoint at the close
            parts.health().refusal(); // the caller gets the failure itself
            try {
                clog.close();
            } catch (RuntimeException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }
}
