package dev.clog.groupcommit.status;

import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.ResidentWindowConfig;
import dev.clog.groupcommit.status.StatusWriterConfig.LeaderWait;
import dev.clog.offheap.PagedStatusLog;
import dev.clog.testkit.MemoryPageStore;
import java.util.ArrayList;
import java.util.List;

/** Everything that a writer is tested with. */
final class Variants {
    static final int PAGE = 32_768;

    /** A writer and the log under it. */
    record Variant(StatusWriterConfig writer, LogConfig log) {
        /** A log with so many pages. */
        PagedStatusLog create(int pages) {
            PagedStatusLog made = PagedStatusLog.create(new MemoryPageStore(), log);
            for (int page = 1; page < pages; page++) {
                made.extendTo(page * (long) PAGE);
            }
            return made;
        }

        @Override
        public String toString() {
            return writer + " on " + log.idSpace() + " " + log.pages();
        }
    }

    private Variants() {}

    /** The writers that have groups. */
    static List<StatusWriterConfig> groups() {
        List<StatusWriterConfig> all = new ArrayList<>(List.of(
                StatusWriterConfig.list(),
                StatusWriterConfig.list().withFastPath(false),
                StatusWriterConfig.ring(),
                StatusWriterConfig.ring().withFastPath(false),
                StatusWriterConfig.ring().withFastPath(false).withRingSize(2)));
        for (LeaderWait wait : LeaderWait.values()) {
            all.add(StatusWriterConfig.ring().withFastPath(false).withLeaderThread(wait));
        }
        all.add(StatusWriterConfig.ring().withLeaderThread(LeaderWait.LITE_BLOCKING));
        return all;
    }

    /** All writers. */
    static List<StatusWriterConfig> writers() {
        List<StatusWriterConfig> all = new ArrayList<>(
                List.of(StatusWriterConfig.direct(), StatusWriterConfig.shared(), StatusWriterConfig.exclusive()));
        all.addAll(groups());
        return all;
    }

    /** Both page spaces; the caches are small enough to evict in every test. */
    static List<PageSpaceConfig> spaces() {
        return List.of(
                new ResidentWindowConfig(),
                PageCacheConfig.ofBanks(32),
                PageCacheConfig.ofControlLock(8).withCleaner(true));
    }

    /** All writers on both page spaces in both id spaces. */
    static List<Variant> all() {
        return on(writers());
    }

    /** The writers that have groups, in the same way. */
    static List<Variant> ofGroups() {
        return on(groups());
    }

    private static List<Variant> on(List<StatusWriterConfig> writers) {
        List<Variant> all = new ArrayList<>();
        for (StatusWriterConfig writer : writers) {
            for (PageSpaceConfig pages : spaces()) {
                all.add(new Variant(writer, LogConfig.wrapping32().withPages(pages)));
                all.add(new Variant(writer, LogConfig.full64().withPages(pages)));
            }
        }
        return all;
    }
}
