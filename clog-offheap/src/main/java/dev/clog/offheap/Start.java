package dev.clog.offheap;

import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;

/**
 * How a log is started.
 *
 * @param from what of a log there is in the folder
 * @param search how a page cache finds its victims
 */
record Start(From from, VictimSearch.Factory search) {
    static final Start CREATE = new Start(From.NOTHING, LeastRecentlyUsed::new);
    static final Start OPEN = new Start(From.FILES, LeastRecentlyUsed::new);
    static final Start RENEW = new Start(From.LEFTOVERS, LeastRecentlyUsed::new);

    /** What of a log there is in the folder. */
    enum From {
        /** No page file. */
        NOTHING,
        /** The files of the log. */
        FILES,
        /** What an earlier life left, or nothing: all entries start as zeros. */
        LEFTOVERS
    }

    /** The page space that the configuration asks for. */
    PageSpace space(LogConfig config, SegmentFiles files, PageCounters counters) {
        PageWriter writer = new PageWriter(files, config.writeAheadLog(), counters);
        if (config.pages() instanceof PageCacheConfig cached) {
            PageCache cache = new PageCache(cached, files, writer, counters, search, OffHeapWords::new);
            return new CachedSpace(cache, files, writer, cached.cleaner());
        }
        return new ResidentSpace(files, writer, counters, OffHeapWords::new);
    }
}
