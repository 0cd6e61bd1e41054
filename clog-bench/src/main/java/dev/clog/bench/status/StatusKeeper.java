package dev.clog.bench.status;

import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageCacheConfig.Reads;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.ResidentWindowConfig;
import dev.clog.api.TransactionStatusLog;
import dev.clog.offheap.PagedStatusLog;
import dev.clog.offheap.VictimSearch;
import dev.clog.testkit.MemoryPageStore;

/** Keeps two bits for each of 2^27 ids, in one of the ways that are compared. */
interface StatusKeeper extends AutoCloseable {
    /** Ids that are kept. */
    long IDS = 1L << 27;

    /** So many slots hold all pages of them. */
    int ALL_PAGES = (int) (IDS / 32_768) + 16;

    /** The status of an id, 0 to 3. */
    int get(long xid);

    /** Makes an id committed. */
    void set(long xid);

    @Override
    default void close() {}

    /** The keeper of that name. */
    static StatusKeeper of(String mechanism) {
        return switch (mechanism) {
            case "array" -> new ArrayKeeper();
            case "raw" -> new RawKeeper();
            case "window" -> log(new ResidentWindowConfig(), false);
            case "window-lsn" -> log(new ResidentWindowConfig(), true);
            case "cache" -> log(PageCacheConfig.ofBanks(ALL_PAGES), false);
            case "cache-locked" -> log(PageCacheConfig.ofBanks(ALL_PAGES).withReads(Reads.LOCK_SHARED), false);
            default -> throw new IllegalArgumentException("mechanism=" + mechanism);
        };
    }

    private static StatusKeeper log(PageSpaceConfig pages, boolean withLsn) {
        return new LogKeeper(PagedStatusLog.create(new MemoryPageStore(), config(pages)), withLsn);
    }

    /** A log in memory of {@code ids} ids in a page cache with that search for victims. */
    static TransactionStatusLog cached(PageCacheConfig pages, VictimSearch.Factory search, long ids) {
        TransactionStatusLog log = search == null
                ? PagedStatusLog.create(new MemoryPageStore(), config(pages))
                : PagedStatusLog.create(new MemoryPageStore(), config(pages), search);
        log.extendTo(ids - 1);
        return log;
    }

    private static LogConfig config(PageSpaceConfig pages) {
        return LogConfig.wrapping32().withPages(pages);
    }
}
