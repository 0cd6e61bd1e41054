/**
 * {@code bench commit}: durable commits beside those of what an author of an engine would use instead, and the writers of
 * statuses beside each other. Start at {@link dev.clog.bench.commit.CommitBenchmarks}.
 */
package dev.clog.bench.commit;
