package dev.clog.tests.log;

import dev.clog.api.IdSpace;
import dev.clog.api.LogConfig;
import dev.clog.api.PageCacheConfig;
import dev.clog.api.ResidentWindowConfig;

/**
 * A kind of log that the contracts hold for: an id space, with its pages resident or in a small cache.
 *
 * @param config a new log of this kind, whose ids are still to be said
 * @param segmentEnd an id that is the last one of a segment, and is followed by another one that is worth crossing to
 */
record LogKind(LogConfig config, long segmentEnd) {
    /** The end of an epoch: segments wrap around. */
    private static final long EPOCH_END = (8L << 32) - 1;
    /** Where the names of segments grow a digit. */
    private static final long NAMES_GROW = (1L << 40) - 1;

    /** The files of a real {@code pg_xact}. */
    static final LogKind WRAPPING_32 = new LogKind(LogConfig.wrapping32(), EPOCH_END);
    /** 64-bit file positions. */
    static final LogKind FULL_64 = new LogKind(LogConfig.full64(), NAMES_GROW);
    /** As few slots as there can be, as a server of 2012 had them. */
    static final LogKind WRAPPING_32_CACHED =
            new LogKind(LogConfig.wrapping32().withPages(PageCacheConfig.ofControlLock(4)), EPOCH_END);
    /** Two banks with a cleaner, as a server of today has them. */
    static final LogKind FULL_64_CACHED =
            new LogKind(LogConfig.full64().withPages(PageCacheConfig.ofBanks(32).withCleaner(true)), NAMES_GROW);

    IdSpace idSpace() {
        return config.idSpace();
    }

    /** True if all pages stay in memory. */
    boolean isResident() {
        return config.pages() instanceof ResidentWindowConfig;
    }
}
