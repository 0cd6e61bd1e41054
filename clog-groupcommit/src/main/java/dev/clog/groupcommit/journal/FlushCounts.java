package dev.clog.groupcommit.journal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.SynchronizedHistogram;

/** The counts of a {@link GroupFlush}. Histograms are written by leaders, once a force, so their monitor is free. */
class FlushCounts {
    private static final int DIGITS = 3;
    private static final long LARGEST_BATCH = 1_000_000;
    private static final long LONGEST_FORCE_NS = TimeUnit.HOURS.toNanos(1);

    private final LongAdder flushes = new LongAdder();
    private final LongAdder waits = new LongAdder();
    private final LongAdder delays = new LongAdder();
    private final SynchronizedHistogram batchSizes = new SynchronizedHistogram(LARGEST_BATCH, DIGITS);
    private final SynchronizedHistogram forceNs = new SynchronizedHistogram(LONGEST_FORCE_NS, DIGITS);

    void flushed() {
        flushes.increment();
    }

    void waited() {
        waits.increment();
    }

    void delayed() {
        delays.increment();
    }

    void forced(long tookNs, long answered) {
        forceNs.recordValue(Math.max(0, Math.min(tookNs, LONGEST_FORCE_NS)));
        batchSizes.recordValue(Math.min(answered, LARGEST_BATCH));
    }

    FlushStatistics snapshot() {
        return new FlushStatistics(
                flushes.sum(),
                forceNs.getTotalCount(),
                waits.sum(),
                delays.sum(),
                Distribution.of(batchSizes.copy()),
                Distribution.of(forceNs.copy()));
    }
}
