package dev.clog.groupcommit;

import dev.clog.api.PageCacheConfig;
import dev.clog.groupcommit.journal.JournalConfig;
import dev.clog.groupcommit.running.Ending;
import dev.clog.groupcommit.running.ProcArrayConfig;
import dev.clog.groupcommit.status.StatusWriterConfig;

/**
 * Configurations that were proposed for, or became part of, PostgreSQL, as far as this product has their parts; and its
 * own. Parts that nobody would choose today, such as other searches for victims, are the benchmarks'; they start from
 * these.
 *
 * <p>Sources: the threads of pgsql-hackers on clog buffers and FlexLocks (2011), group commit and background cleaning
 * (2012), insertion locks (2013), ProcArray and group updates (2015), and PostgreSQL 17.
 */
public enum ClogPreset {
    /** A page cache of 32 pages under one control lock; each commit takes it, and the ProcArray's lock, exclusive. */
    CLOG_32("clog-32", server(32)),
    /** The same with 64 pages. */
    CLOG_64("clog-64", server(64)),
    /** The same with 128 pages. */
    CLOG_128("clog-128", server(128)),
    /** 8 pages; transactions end through the FlexLock. */
    FLEXLOCK("flexlock", server(8).withRunning(ending(Ending.FLEX_LOCK))),
    /** 32 pages; transactions end through the FlexLock. */
    FLEXLOCK_CLOG_32("flexlock-clog-32", server(32).withRunning(ending(Ending.FLEX_LOCK))),
    /** 32 pages, and a thread that keeps those clean that go next. */
    BACKGROUND_CLEAN_SLRU(
            "background-clean-slru",
            server(32).withPages(PageCacheConfig.ofControlLock(32).withCleaner(true))),
    /** 32 pages; the first of those that want to flush forces for all, as in every preset here. */
    GROUP_COMMIT("group-commit", server(32)),
    /** 32 pages; 8 commits can copy their records into the journal at once. */
    XLOGINSERT_SCALE("xloginsert-scale", server(32).withJournal(JournalConfig.defaults())),
    /** The same, and transactions end in groups. */
    PROCARRAY_GROUP_CLEAR("procarray-group-clear", later()),
    /** The same, and commits set their statuses by compare-and-set, the control lock held shared. */
    SHARED_WRITER("shared-writer", later().withWriter(StatusWriterConfig.shared())),
    /** The same but that one of those that wait in a list takes the control lock for all. */
    GROUP_UPDATE_LIST("group-update-list", later().withWriter(StatusWriterConfig.list())),
    /** The same with a ring in place of the list. */
    GROUP_UPDATE_RING("group-update-ring", later().withWriter(StatusWriterConfig.ring())),
    /** PostgreSQL 17: 128 pages in banks of 16 with a lock each, group update in a list, snapshots given again. */
    BANKS(
            "banks",
            later().withWriter(StatusWriterConfig.list())
                    .withPages(PageCacheConfig.ofBanks(128).withReads(PageCacheConfig.Reads.LOCK_SHARED))
                    .withRunning(ProcArrayConfig.defaults())),
    /** What is used unless something else is asked for. */
    CLOG("clog", ClogConfig.defaults());

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // a record of immutable records
    private final ClogConfig config;

    ClogPreset(String label, ClogConfig config) {
        this.label = label;
        this.config = config;
    }

    /** Its name in tables and on the command line. */
    public String label() {
        return label;
    }

    /** The parts. */
    public ClogConfig config() {
        return config;
    }

    /** A server of 2012, with group flush. */
    private static ClogConfig server(int buffers) {
        return ClogConfig.defaults()
                .withPages(PageCacheConfig.ofControlLock(buffers))
                .withWriter(StatusWriterConfig.exclusive())
                .withRunning(ending(Ending.EXCLUSIVE))
                .withJournal(JournalConfig.defaults().withInsertionLocks(1));
    }

    /** A server of 2015. */
    private static ClogConfig later() {
        return server(32).withJournal(JournalConfig.defaults()).withRunning(ending(Ending.GROUP_CLEAR));
    }

    private static ProcArrayConfig ending(Ending how) {
        return ProcArrayConfig.defaults().withEnding(how).withReuseSnapshots(false);
    }
}
