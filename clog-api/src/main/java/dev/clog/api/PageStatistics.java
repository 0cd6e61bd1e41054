package dev.clog.api;

import java.time.Instant;

/**
 * What the pages of a log went through since the log was opened or the counts were reset: the columns of a server's
 * {@code pg_stat_slru}, and two of our own. Reads that take no lock count nothing, on the resident window as in the page
 * cache: they write no memory that others read.
 *
 * @param zeroed pages that became part of the log
 * @param hit times a page was found in the page cache by a caller that took its bank's lock
 * @param read pages read into the page cache
 * @param written pages written to their files
 * @param exists times a segment was looked at for whether it has the pages it must have, which is when a log is opened
 * @param flushes checkpoints
 * @param truncates truncations that removed segments or moved the horizon
 * @param forced times a file was forced
 * @param orphans times a sub-committed transaction was found with no parent known
 * @param resetTime when the counts began
 */
public record PageStatistics(
        long zeroed,
        long hit,
        long read,
        long written,
        long exists,
        long flushes,
        long truncates,
        long forced,
        long orphans,
        Instant resetTime) {}
