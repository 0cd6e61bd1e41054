package dev.clog.bench.status;

import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.PageCacheConfig.Reads;
import dev.clog.api.PageSpaceConfig;
import dev.clog.api.ResidentWindowConfig;
import dev.clog.api.TransactionId;
import dev.clog.api.TransactionStatusLog;
import dev.clog.offheap.PagedStatusLog;
import dev.clog.offheap.VictimSearch;
import dev.clog.offheap.format.StatusLayout;
import dev.clog.testkit.MemoryPageStore;

/** Keeps two bits for each of many ids, in one of the ways that are compared. */
interface StatusKeeper extends AutoCloseable {
    /** Ids of a page of the log. */
    long PAGE_IDS = 32_768;

    /** Ids of the large log. */
    long LARGE = 1L << 32;

    /** The status of an id, 0 to 3. */
    int get(long xid);

    /** Makes an id committed. */
    void set(long xid);

    @Override
    default void close() {}

    /** The keeper of that name, for ids from 0 to below {@code ids}. */
    static StatusKeeper of(String mechanism, long ids) {
        PageCacheConfig cache = PageCacheConfig.ofBanks((int) (ids / PAGE_IDS) + PageCacheConfig.BANK_SLOTS);
        return switch (mechanism) {
            case "array" -> new ArrayKeeper(ids);
            case "raw" -> new RawKeeper(ids);
            case "window" -> log(new ResidentWindowConfig(), ids, false);
            case "window-lsn" -> log(new ResidentWindowConfig(), ids, true);
            case "window-large" -> large(ids);
            case "cache" -> log(cache, ids, false);
            case "cache-locked" -> log(cache.withReads(Reads.LOCK_SHARED), ids, false);
            default -> throw new IllegalArgumentException("mechanism=" + mechanism);
        };
    }

    private static StatusKeeper log(PageSpaceConfig pages, long ids, boolean withLsn) {
        return new LogKeeper(PagedStatusLog.create(new ZeroPageStore(0), config(pages)), PAGE_IDS, ids, withLsn);
    }

    /** A log of 2^32 ids, of which the last ones are used. */
    private static StatusKeeper large(long ids) {
        int segments = (int) StatusLayout.STANDARD.segment(LARGE);
        LogConfig config =
                LogConfig.full64().withRange(TransactionId.FIRST_NORMAL, LARGE).withPages(new ResidentWindowConfig());
        return new LogKeeper(PagedStatusLog.open(new ZeroPageStore(segments), config), LARGE - ids, ids, false);
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
