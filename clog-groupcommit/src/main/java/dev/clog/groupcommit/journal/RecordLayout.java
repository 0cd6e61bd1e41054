package dev.clog.groupcommit.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Arithmetic of records. Records follow each other without gaps, and cross the ends of files. Little-endian:
 *
 * <pre>
 *      0  int   length of the record in bytes, a multiple of 8; 0 is where the journal ends
 *      4  int   CRC-32C of the bytes from 8 on, of the length, and of the record's position
 *      8  int   kind
 *     12  int   number of further values
 *     16  long  first value
 *     24  long  further values: children; what a checkpoint says
 * </pre>
 *
 * The position is part of the checksum, so that what a file held in an earlier life is no record in this one.
 */
final class RecordLayout {
    static final int FIXED_BYTES = 24;
    /** The length of a record is an int. */
    static final int MOST_VALUES = (Integer.MAX_VALUE - FIXED_BYTES) / Long.BYTES - 1;

    static final int CRC_OFFSET = 4;
    static final int KIND_OFFSET = 8;
    static final int COUNT_OFFSET = 12;
    static final int FIRST_OFFSET = 16;

    private RecordLayout() {}

    /** A record, complete but for its checksum. */
    static ByteBuffer encode(RecordKind kind, long first, long... further) {
        if (further.length > MOST_VALUES) {
            throw new IllegalArgumentException("a record has at most " + MOST_VALUES + " children: " + further.length);
        }
        int length = FIXED_BYTES + further.length * Long.BYTES;
        ByteBuffer record = JournalLayout.buffer(length);
        record.putInt(length).putInt(0).putInt(kind.code).putInt(further.length).putLong(first);
        for (long value : further) {
            record.putLong(value);
        }
        return record.rewind();
    }

    /** The checksum before the position is known; {@link #seal} completes it. */
    static CRC32C crcOfContent(ByteBuffer record) {
        return crcOfContent(record, 0, record.limit());
    }

    private static CRC32C crcOfContent(ByteBuffer buffer, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.slice(at + KIND_OFFSET, length - KIND_OFFSET));
        return crc;
    }

    /** Completes the checksum of a record that begins at {@code lsn}, and puts it into the record. */
    static void seal(ByteBuffer record, CRC32C content, long lsn) {
        record.putInt(CRC_OFFSET, crcAt(record.limit(), content, lsn));
    }

    /** Whether what a buffer holds is a record that was written at {@code lsn}, by its checksum. */
    static boolean isSealed(ByteBuffer buffer, int at, int length, long lsn) {
        return buffer.getInt(at + CRC_OFFSET) == crcAt(length, crcOfContent(buffer, at, length), lsn);
    }

    /** Whether a length can be that of a record with so many further values. */
    static boolean isLength(int length, int count) {
        return count >= 0 && count <= MOST_VALUES && length == FIXED_BYTES + count * Long.BYTES;
    }

    private static int crcAt(int length, CRC32C content, long lsn) {
        for (int i = 0; i < Integer.SIZE; i += Byte.SIZE) {
            content.update(length >>> i);
        }
        for (int i = 0; i < Long.SIZE; i += Byte.SIZE) {
            content.update((int) (lsn >>> i));
        }
        return (int) content.getValue();
    }
}
