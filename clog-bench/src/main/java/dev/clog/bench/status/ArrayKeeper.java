package dev.clog.bench.status;

import java.util.concurrent.atomic.AtomicLongArray;

/** Floor: the bits in an {@link AtomicLongArray}, and nothing else. */
final class ArrayKeeper implements StatusKeeper {
    private final AtomicLongArray words;

    ArrayKeeper(long ids) {
        words = new AtomicLongArray((int) (ids / 32));
    }

    @Override
    public int get(long xid) {
        return (int) (words.get((int) (xid >>> 5)) >>> ((xid & 31) << 1)) & 3;
    }

    @Override
    public void set(long xid) {
        int index = (int) (xid >>> 5);
        long bit = 1L << ((xid & 31) << 1);
        long present;
        do {
            present = words.get(index);
        } while ((present & bit) == 0 && !words.compareAndSet(index, present, present | bit));
    }
}
