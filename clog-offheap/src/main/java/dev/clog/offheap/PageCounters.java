package dev.clog.offheap;

import dev.clog.api.PageStatistics;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;

/** What the pages of a log went through. Reads that take no lock are not counted: that would be a write of theirs. */
final class PageCounters {
    private final LongAdder zeroed = new LongAdder();
    private final LongAdder hit = new LongAdder();
    private final LongAdder read = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final LongAdder exists = new LongAdder();
    private final LongAdder flushes = new LongAdder();
    private final LongAdder truncates = new LongAdder();
    private final LongAdder forced = new LongAdder();
    private final LongAdder orphans = new LongAdder();
    private volatile Instant resetTime = Instant.now();

    void countZeroed() {
        zeroed.increment();
    }

    void countHit() {
        hit.increment();
    }

    void countRead(int pages) {
        read.add(pages);
    }

    void countWritten() {
        written.increment();
    }

    void countExists() {
        exists.increment();
    }

    void countFlush() {
        flushes.increment();
    }

    void countTruncate() {
        truncates.increment();
    }

    void countForced() {
        forced.increment();
    }

    void countOrphan() {
        orphans.increment();
    }

    PageStatistics statistics() {
        return new PageStatistics(
                zeroed.sum(),
                hit.sum(),
                read.sum(),
                written.sum(),
                exists.sum(),
                flushes.sum(),
                truncates.sum(),
                forced.sum(),
                orphans.sum(),
                resetTime);
    }

    void reset() {
        for (LongAdder counter :
                new LongAdder[] {zeroed, hit, read, written, exists, flushes, truncates, forced, orphans}) {
            counter.reset();
        }
        resetTime = Instant.now();
    }
}
