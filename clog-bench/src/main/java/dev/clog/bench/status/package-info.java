/**
 * {@code bench status}: what a status costs to read and to set, beside floors that keep the same bits without a log, and a
 * page cache's misses. Start at {@link dev.clog.bench.status.StatusBenchmarks}.
 */
package dev.clog.bench.status;
