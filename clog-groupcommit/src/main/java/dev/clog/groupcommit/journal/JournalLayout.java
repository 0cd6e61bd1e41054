package dev.clog.groupcommit.journal;

import dev.clog.api.LogFormatException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Arithmetic of journal files. The journal is one stream of bytes; a position in it (LSN) is the number of bytes before it,
 * plus {@link #FIRST_LSN}. A file holds a part of the stream behind a header, and is named after the part's first
 * position: {@code journal-} and 16 hex digits. Numbers are little-endian.
 *
 * <pre>
 *      0  long  magic           "clogjrnl"
 *      8  int   version         1
 *     12  int   file size in bytes, with the header
 *     16  long  first position
 *     24  int   CRC-32C of the above
 *   4096  the stream
 * </pre>
 *
 * The file {@link #START_NAME} says from where the journal is needed, once something before that has been removed:
 *
 * <pre>
 *      0  long  magic           "clogstrt"
 *      8  int   version         1
 *     12  int   0
 *     16  long  a position where a record begins
 *     24  int   CRC-32C of the above
 * </pre>
 */
final class JournalLayout {
    static final int HEADER_BYTES = 4096;
    static final long FIRST_LSN = 4096;
    static final int VERSION = 1;

    static final String START_NAME = "journal-start";
    /** What becomes the start. */
    static final String NEW_START_NAME = "journal-start.new";

    static final int START_BYTES = 28;
    /** A file that is being made, or waits to be used again; no part of the journal. */
    static final String NEXT_NAME = "journal-next";

    private static final long FILE_MAGIC = 0x6c6e_726a_676f_6c63L;
    private static final long START_MAGIC = 0x7472_7473_676f_6c63L;
    private static final int CRC_OFFSET = 24;
    private static final String PREFIX = "journal-";
    private static final int HEX_DIGITS = 16;

    private JournalLayout() {}

    static String fileName(long firstLsn) {
        return PREFIX + String.format("%016x", firstLsn);
    }

    /** Whether the name is that of a journal file. */
    static boolean isFileName(String name) {
        return name.length() == PREFIX.length() + HEX_DIGITS
                && name.startsWith(PREFIX)
                && name.chars().skip(PREFIX.length()).allMatch(JournalLayout::isDigit)
                && firstLsn(name) >= FIRST_LSN;
    }

    /** Whether the name is that of a file that was being made. */
    static boolean isLeftover(String name) {
        return name.equals(NEXT_NAME) || name.equals(NEW_START_NAME);
    }

    private static boolean isDigit(int c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }

    /** First position of a file, from its name. */
    static long firstLsn(String name) {
        return Long.parseUnsignedLong(name.substring(PREFIX.length()), HEX_DIGITS);
    }

    /** Offset of a position in the file that holds it. */
    static long offset(long firstLsn, long lsn) {
        assert lsn >= firstLsn : "lsn=" + lsn + " firstLsn=" + firstLsn;
        return lsn - firstLsn + HEADER_BYTES;
    }

    /** The part of the stream that a file holds, in bytes. */
    static long capacity(long fileBytes) {
        return fileBytes - HEADER_BYTES;
    }

    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The header of a file. */
    static ByteBuffer header(long firstLsn, int fileBytes) {
        return block(HEADER_BYTES, FILE_MAGIC, fileBytes, firstLsn);
    }

    /** The content of the file {@link #START_NAME}. */
    static ByteBuffer start(long startLsn) {
        return block(START_BYTES, START_MAGIC, 0, startLsn);
    }

    private static ByteBuffer block(int bytes, long magic, int number, long lsn) {
        ByteBuffer block = buffer(bytes);
        block.putLong(magic).putInt(VERSION).putInt(number).putLong(lsn);
        block.putInt(crc(block));
        return block.rewind();
    }

    /**
     * Size of a file in bytes, from its header.
     *
     * @param file the file's name with its folder
     * @param firstLsn what its name says
     * @throws LogFormatException if the header is not that of such a file
     */
    static int fileBytes(ByteBuffer header, String file, long firstLsn) {
        check(header, FILE_MAGIC, file);
        if (header.getLong(16) != firstLsn) {
            throw new LogFormatException(
                    "expected the first position " + firstLsn + ", found " + header.getLong(16), file, 16);
        }
        int fileBytes = header.getInt(12);
        if (fileBytes <= HEADER_BYTES) {
            throw new LogFormatException("expected a size above " + HEADER_BYTES + ", found " + fileBytes, file, 12);
        }
        return fileBytes;
    }

    /**
     * The position that the content of {@link #START_NAME} says.
     *
     * @throws LogFormatException if it is not that
     */
    static long startLsn(ByteBuffer content, String file) {
        check(content, START_MAGIC, file);
        long startLsn = content.getLong(16);
        if (startLsn < FIRST_LSN) {
            throw new LogFormatException("expected a position from " + FIRST_LSN + ", found " + startLsn, file, 16);
        }
        return startLsn;
    }

    private static void check(ByteBuffer block, long magic, String file) {
        if (block.limit() < START_BYTES) {
            throw new LogFormatException(
                    "expected at least " + START_BYTES + " bytes, found " + block.limit(), file, 0);
        }
        if (block.getLong(0) != magic) {
            throw new LogFormatException("not a file of a journal: expected its magic number", file, 0);
        }
        if (block.getInt(CRC_OFFSET) != crc(block)) {
            throw new LogFormatException("the checksum of the header is wrong", file, CRC_OFFSET);
        }
        if (block.getInt(8) != VERSION) {
            throw new LogFormatException("expected version " + VERSION + ", found " + block.getInt(8), file, 8);
        }
    }

    private static int crc(ByteBuffer block) {
        CRC32C crc = new CRC32C();
        crc.update(block.slice(0, CRC_OFFSET));
        return (int) crc.getValue();
    }
}
