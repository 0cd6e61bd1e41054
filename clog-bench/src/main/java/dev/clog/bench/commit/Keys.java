package dev.clog.bench.commit;

import java.nio.ByteBuffer;

/** Ids as keys of stores that order bytes. */
final class Keys {
    private Keys() {}

    /** Eight bytes, most significant first: keys are in the order of the ids. */
    static byte[] of(long xid) {
        return ByteBuffer.allocate(Long.BYTES).putLong(xid).array();
    }
}
