package dev.clog.bench.status;

import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Floor: the bits off the heap, and nothing else. */
final class RawKeeper implements StatusKeeper {
    private final UnsafeBuffer words;

    RawKeeper(long ids) {
        words = new UnsafeBuffer(ByteBuffer.allocateDirect((int) (ids / 4)));
    }

    @Override
    public int get(long xid) {
        return (int) (words.getLongVolatile((int) (xid >>> 5) << 3) >>> ((xid & 31) << 1)) & 3;
    }

    @Override
    public void set(long xid) {
        int offset = (int) (xid >>> 5) << 3;
        long bit = 1L << ((xid & 31) << 1);
        long present;
        do {
            present = words.getLongVolatile(offset);
        } while ((present & bit) == 0 && !words.compareAndSetLong(offset, present, present | bit));
    }
}
