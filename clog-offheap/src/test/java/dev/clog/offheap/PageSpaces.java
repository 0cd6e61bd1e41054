package dev.clog.offheap;

import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageCacheConfig.Reads;
import dev.clog.api.PageCacheConfig.Writes;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.ResidentWindowConfig;
import java.util.List;

/** The page spaces that the contract of a log is tested on. */
final class PageSpaces {
    private PageSpaces() {}

    /** The resident window, and page caches small enough to evict in every test. */
    static List<PageSpaceConfig> all() {
        return List.of(
                new ResidentWindowConfig(),
                PageCacheConfig.ofBanks(4),
                PageCacheConfig.ofBanks(32).withCleaner(true),
                PageCacheConfig.ofControlLock(8),
                PageCacheConfig.ofControlLock(5).withReads(Reads.LOCK_FREE).withCleaner(true),
                PageCacheConfig.ofBanks(16).withReads(Reads.LOCK_SHARED).withWrites(Writes.EXCLUSIVE));
    }
}
