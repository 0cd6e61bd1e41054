package dev.clog.offheap;

import dev.clog.api.spi.WriteAheadLog;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A log of an engine whose flush takes a moment, as a disk does. */
final class EngineLog implements WriteAheadLog {
    private final AtomicLong inserted = new AtomicLong();
    private final AtomicLong flushed = new AtomicLong();
    private final AtomicLong flushes = new AtomicLong();
    private volatile boolean broken;

    /** Position of a record that is inserted now. */
    long insert() {
        return inserted.incrementAndGet();
    }

    /** From here on flushes fail, or do not any more. */
    void breakDown(boolean down) {
        broken = down;
    }

    long flushes() {
        return flushes.get();
    }

    @Override
    public void flush(long lsn) throws IOException {
        if (broken) {
            throw new IOException("the log's disk is gone");
        }
        LockSupport.parkNanos(1_000);
        flushes.getAndIncrement();
        flushed.accumulateAndGet(lsn, Math::max);
    }

    @Override
    public long flushedLsn() {
        return flushed.get();
    }

    /** What a log sees that says it is flushed, and is not: who believes it flushes nothing. */
    WriteAheadLog boasting() {
        return new WriteAheadLog() {
            @Override
            public void flush(long lsn) {
                throw new AssertionError("nobody asks");
            }

            @Override
            public long flushedLsn() {
                return Long.MAX_VALUE;
            }
        };
    }
}
