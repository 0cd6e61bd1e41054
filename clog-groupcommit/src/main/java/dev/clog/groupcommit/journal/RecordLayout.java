package dev.clog.groupcommit.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Arithmetic of records. Records follow each other without gaps, and cross the ends of files. Little-endian:
 *
 * <pre>
 *      0  int   length of the record in bytes, a multiple of 8; 0 is where the journal ends
 *      4  int   CRC-32C of the bytes from 12 on, of those before but for itself, and of the record's position
 *      8  byte  kind
 *      9  3     how far the journal was not durable when the record was inserted: from the record back, in units of 256
 *               bytes, rounded up; all ones for as far as this or farther
 *     12  int   number of further values
 *     16  long  first value
 *     24  long  further values: children; what a checkpoint says
 * </pre>
 *
 * The position is part of the checksum, so that what a file held in an earlier life is no record in this one. What was
 * durable tells a damaged journal from one that a crash has torn: a crash loses nothing that was durable.
 */
final class RecordLayout {
    static final int FIXED_BYTES = 24;
    /** The length of a record is an int. */
    static final int MOST_VALUES = (Integer.MAX_VALUE - FIXED_BYTES) / Long.BYTES - 1;

    static final int CRC_OFFSET = 4;
    static final int KIND_OFFSET = 8;
    static final int COUNT_OFFSET = 12;
    static final int FIRST_OFFSET = 16;

    private static final int UNIT_BYTES = 256;
    private static final int MOST_UNITS = 0xff_ffff;

    private RecordLayout() {}

    /** A record, complete but for its position and its checksum. */
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

    /** The part of the checksum that does not need the position; {@link #seal} completes it. */
    static CRC32C crcOfContent(ByteBuffer record) {
        return crcOfContent(record, 0, record.limit());
    }

    private static CRC32C crcOfContent(ByteBuffer buffer, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.slice(at + COUNT_OFFSET, length - COUNT_OFFSET));
        return crc;
    }

    /**
     * Completes a record that begins at {@code lsn}.
     *
     * @param durableLsn a position up to which the journal is durable, not beyond {@code lsn}
     */
    static void seal(ByteBuffer record, CRC32C content, long lsn, long durableLsn) {
        long units = Math.min((lsn - durableLsn + UNIT_BYTES - 1) / UNIT_BYTES, MOST_UNITS);
        int kindAndUnits = record.getInt(KIND_OFFSET) | (int) units << Byte.SIZE;
        record.putInt(KIND_OFFSET, kindAndUnits);
        record.putInt(CRC_OFFSET, crcAt(kindAndUnits, record.limit(), content, lsn));
    }

    /** Whether what a buffer holds is a record that was written at {@code lsn}, by its checksum. */
    static boolean isSealed(ByteBuffer buffer, int at, int length, long lsn) {
        return buffer.getInt(at + CRC_OFFSET)
                == crcAt(buffer.getInt(at + KIND_OFFSET), length, crcOfContent(buffer, at, length), lsn);
    }

    /** The kind of a record; null if it is none. */
    static RecordKind kind(ByteBuffer buffer, int at) {
        return RecordKind.of(buffer.getInt(at + KIND_OFFSET) & 0xff);
    }

    /** A position up to which the journal was durable when the record at {@code lsn} was inserted. */
    static long durableLsn(ByteBuffer buffer, int at, long lsn) {
        int units = buffer.getInt(at + KIND_OFFSET) >>> Byte.SIZE;
        return units == MOST_UNITS ? 0 : lsn - (long) units * UNIT_BYTES;
    }

    /** Whether a length can be that of a record with so many further values. */
    static boolean isLength(int length, int count) {
        return count >= 0 && count <= MOST_VALUES && length == FIXED_BYTES + count * Long.BYTES;
    }

    private static int crcAt(int kindAndUnits, int length, CRC32C content, long lsn) {
        update(content, kindAndUnits);
        update(content, length);
        update(content, (int) lsn);
        update(content, (int) (lsn >>> Integer.SIZE));
        return (int) content.getValue();
    }

    private static void update(CRC32C crc, int value) {
        for (int i = 0; i < Integer.SIZE; i += Byte.SIZE) {
            crc.update(value >>> i);
        }
    }
}
