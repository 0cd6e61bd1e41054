package dev.clog.groupcommit;

import dev.clog.api.spi.PageStore;
import dev.clog.groupcommit.journal.JournalConfig;
import dev.clog.testkit.Crash;
import dev.clog.testkit.MemoryPageStore;
import java.nio.file.Path;

/** The two folders of a log, in memory. */
record Stores(MemoryPageStore statuses, MemoryPageStore journal) {
    /** Small files, and ids reserved a few at a time, so that much happens soon. */
    static final ClogConfig SMALL = ClogConfig.defaults()
            .withJournal(JournalConfig.defaults().withFileBytes(8 << 10).withBufferBytes(4 << 10))
            .withIdRange(4)
            .withCheckpointBytes(0);

    Stores() {
        this(new MemoryPageStore(), new MemoryPageStore());
    }

    Clog open() {
        return open(SMALL);
    }

    Clog open(ClogConfig config) {
        return open(config, statuses, journal);
    }

    static Clog open(ClogConfig config, PageStore statuses, PageStore journal) {
        return Clog.builder(Path.of("memory")).config(config).open(statuses, journal);
    }

    /** Of one moment: no operation on either is under way. */
    Stores crash(Crash ofStatuses, Crash ofJournal) {
        synchronized (statuses) {
            synchronized (journal) {
                return new Stores(statuses.crash(ofStatuses), journal.crash(ofJournal));
            }
        }
    }

    Stores crash(Crash crash) {
        return crash(crash, crash);
    }
}
