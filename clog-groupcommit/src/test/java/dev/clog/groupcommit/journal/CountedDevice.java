package dev.clog.groupcommit.journal;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A log in memory, one position a record, whose forces are counted and take as long as the test wants: each waits for a
 * permit. It knows what of it is really durable.
 */
class CountedDevice implements LogDevice {
    final AtomicLong appended = new AtomicLong();
    final AtomicLong durable = new AtomicLong();
    final AtomicInteger begun = new AtomicInteger();
    final Semaphore permits = new Semaphore(0);
    private volatile Throwable failure;

    /** A device whose forces do not wait. */
    static CountedDevice free() {
        CountedDevice device = new CountedDevice();
        device.permits.release(Integer.MAX_VALUE / 2);
        return device;
    }

    long append() {
        return appended.incrementAndGet();
    }

    void failWith(Throwable cause) {
        failure = cause;
    }

    @Override
    public long appendedLsn() {
        return appended.get();
    }

    @Override
    public long force() throws IOException {
        long covered = appended.get();
        begun.incrementAndGet();
        permits.acquireUninterruptibly();
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        durable.set(covered);
        return covered;
    }
}
