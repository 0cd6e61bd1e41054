package dev.clog.groupcommit.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads records one after the other, up to the first that is none. */
final class RecordReader {
    private static final int WINDOW_BYTES = 64 << 10;

    private final JournalStream stream;
    private final long limitLsn;
    private ByteBuffer window = window(WINDOW_BYTES).limit(0);
    private long windowLsn;
    private long lsn;
    private RecordKind kind;
    private long durableLsn;
    private int at;

    /**
     * From a position where a record begins.
     *
     * @param limitLsn nothing is read from here on
     */
    RecordReader(JournalStream stream, long lsn, long limitLsn) {
        this.stream = stream;
        this.lsn = lsn;
        this.limitLsn = limitLsn;
        windowLsn = lsn;
    }

    private static ByteBuffer window(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Position after the last record that was read; where the first one begins before that. */
    long lsn() {
        return lsn;
    }

    /** Goes to the next record; false if there is none, or one that is not whole. */
    boolean next() {
        if (!load(RecordLayout.FIXED_BYTES)) {
            return false;
        }
        int length = window.getInt(at);
        if (!RecordLayout.isLength(length, window.getInt(at + RecordLayout.COUNT_OFFSET)) || !load(length)) {
            return false;
        }
        kind = RecordLayout.kind(window, at);
        if (kind == null || !RecordLayout.isSealed(window, at, length, lsn)) {
            return false;
        }
        durableLsn = RecordLayout.durableLsn(window, at, lsn);
        lsn += length;
        return true;
    }

    /** Has so many bytes from the position on in the window, at {@link #at}; false if there are not so many. */
    private boolean load(int length) {
        if (length > limitLsn - lsn) {
            return false;
        }
        if (lsn < windowLsn || lsn + length > windowLsn + window.limit()) {
            if (length > window.capacity()) {
                window = window(length);
            }
            window.clear().limit((int) Math.min(window.capacity(), limitLsn - lsn));
            windowLsn = lsn;
            stream.read(window, lsn);
        }
        at = (int) (lsn - windowLsn);
        return true;
    }

    /** Goes to a position where a record may begin. */
    void seek(long position) {
        lsn = position;
    }

    /** A position up to which the journal was durable when the present record was inserted. */
    long durableLsn() {
        return durableLsn;
    }

    /** Shows the present record. */
    void show(JournalVisitor visitor) {
        switch (kind) {
            case COMMIT -> visitor.committed(first(), further(), lsn);
            case ABORT -> visitor.aborted(first(), further(), lsn);
            case PAGE_ZEROED -> visitor.pageZeroed(first(), lsn);
            case TRUNCATE -> visitor.truncated(first(), lsn);
            case RESERVATION -> visitor.reserved(first(), lsn);
            case CHECKPOINT -> visitor.checkpoint(checkpoint(), lsn);
        }
    }

    /** What the present record says, if it is a checkpoint; else null. */
    Checkpoint checkpoint() {
        if (kind != RecordKind.CHECKPOINT) {
            return null;
        }
        long[] values = further();
        return new Checkpoint(first(), values[0], values[1]);
    }

    private long first() {
        return window.getLong(at + RecordLayout.FIRST_OFFSET);
    }

    private long[] further() {
        long[] values = new long[window.getInt(at + RecordLayout.COUNT_OFFSET)];
        for (int i = 0; i < values.length; i++) {
            values[i] = window.getLong(at + RecordLayout.FIXED_BYTES + i * Long.BYTES);
        }
        return values;
    }
}
