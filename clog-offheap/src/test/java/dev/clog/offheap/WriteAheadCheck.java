package dev.clog.offheap;

import dev.clog.api.spi.PageFile;
import dev.clog.testkit.ForwardingPageFile;
import dev.clog.testkit.ForwardingPageStore;
import dev.clog.testkit.MemoryPageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Looks at the bytes of every write before they reach the store: STA-5 is broken if they hold a status whose position is
 * above the flushed one. For the ids of segment 0000.
 */
final class WriteAheadCheck extends ForwardingPageStore {
    private final EngineLog engine;
    private final AtomicLongArray lsnOf;
    private final AtomicLong statusesSeen = new AtomicLong();
    private final AtomicReference<String> violation = new AtomicReference<>();

    /**
     * An empty store.
     *
     * @param lsnOf the position of each id, noted before its status is set
     */
    WriteAheadCheck(EngineLog engine, AtomicLongArray lsnOf) {
        super(new MemoryPageStore());
        this.engine = engine;
        this.lsnOf = lsnOf;
    }

    /** The first one; null if there is none. */
    String violation() {
        return violation.get();
    }

    /** How many statuses were looked at. */
    long statusesSeen() {
        return statusesSeen.get();
    }

    @Override
    protected PageFile wrap(PageFile file) {
        return new ForwardingPageFile(file) {
            @Override
            public int write(ByteBuffer source, long offset) throws IOException {
                check(source.duplicate(), offset);
                return super.write(source, offset);
            }
        };
    }

    private void check(ByteBuffer bytes, long offset) {
        long flushed = engine.flushedLsn();
        for (long byteAt = offset; bytes.hasRemaining(); byteAt++) {
            int four = bytes.get() & 0xFF;
            for (int i = 0; four != 0; i++, four >>>= 2) {
                if ((four & 3) != 0) {
                    checkStatus((int) (byteAt * 4 + i), flushed);
                }
            }
        }
    }

    private void checkStatus(int xid, long flushed) {
        statusesSeen.getAndIncrement();
        if (lsnOf.get(xid) > flushed) {
            violation.compareAndSet(
                    null,
                    "xid " + xid + " is written, its position " + lsnOf.get(xid) + " is above the flushed " + flushed);
        }
    }
}
