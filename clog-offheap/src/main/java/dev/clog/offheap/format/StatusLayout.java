package dev.clog.offheap.format;

import java.util.Locale;
import java.util.OptionalLong;

/**
 * Where the status of a transaction is in a folder of page files. Positions are ids as {@code IdSpace.position} gives
 * them.
 *
 * <pre>
 *   segment file 0A3F          32 pages, 1,048,576 transactions, 262,144 bytes
 *   +--------+--------+-- ... --+--------+
 *   | page 0 | page 1 |         | page 31|
 *   +--------+--------+-- ... --+--------+
 *   page                       8192 bytes, 32,768 transactions, no header
 *   +----+----+-- ... --+----+
 *   |byte|byte|         |byte|  four transactions a byte, the first one in the lowest two bits
 *   +----+----+-- ... --+----+
 * </pre>
 *
 * Read as a little-endian word of 64 bits, a page is a sequence of words of 32 transactions, the first one lowest.
 * The figures are those of a server with pages of 8192 bytes. Source: PostgreSQL {@code clog.c}, {@code slru.c}.
 *
 * @param pageBytes size of a page in bytes: a power of two from 1024 to 32768
 */
public record StatusLayout(int pageBytes) {
    /** Pages of 8192 bytes: what the log writes, and what nearly every server has. */
    public static final StatusLayout STANDARD = new StatusLayout(8192);

    /** Pages in a segment file. */
    public static final int PAGES_PER_SEGMENT = 32;
    /** Transactions in a byte. */
    public static final int XIDS_PER_BYTE = 4;
    /** Transactions in a word of 64 bits. */
    public static final int XIDS_PER_WORD = 32;

    private static final int LEAST_NAME_DIGITS = 4;
    private static final int MOST_PG_NAME_DIGITS = 6;

    /** Checks the page size. */
    public StatusLayout {
        if (pageBytes < 1024 || pageBytes > 32768 || Integer.bitCount(pageBytes) != 1) {
            throw new IllegalArgumentException(
                    "a page is a power of two from 1024 to 32768 bytes: pageBytes=" + pageBytes);
        }
    }

    /** Transactions on a page. */
    public int xidsPerPage() {
        return pageBytes * XIDS_PER_BYTE;
    }

    /** Transactions in a segment file. */
    public int xidsPerSegment() {
        return xidsPerPage() * PAGES_PER_SEGMENT;
    }

    /** Size of a full segment file in bytes. */
    public int segmentBytes() {
        return pageBytes * PAGES_PER_SEGMENT;
    }

    /** Number of the page that holds the position; pages are numbered through all segments. */
    public long page(long position) {
        return position / xidsPerPage();
    }

    /** Number of the segment that holds the position. */
    public long segment(long position) {
        return position / xidsPerSegment();
    }

    /** The first position of a segment. */
    public long firstPosition(long segment) {
        return segment * xidsPerSegment();
    }

    /** Page of the position within its segment, 0 to 31. */
    public int pageInSegment(long position) {
        return (int) (page(position) % PAGES_PER_SEGMENT);
    }

    /** Offset in its segment file, in bytes, of the byte that holds the position's bits. */
    public int byteOffset(long position) {
        return (int) (position % xidsPerSegment()) / XIDS_PER_BYTE;
    }

    /** Offset in its segment file, in bytes, of the page that holds the position. */
    public int pageOffset(long position) {
        return pageInSegment(position) * pageBytes;
    }

    /** How far the position's two bits are shifted in their byte: 0, 2, 4 or 6. */
    public static int bitShift(long position) {
        return (int) (position % XIDS_PER_BYTE) * 2;
    }

    /** File name of a segment: its number in upper-case hex, at least four digits. */
    public static String segmentName(long segment) {
        return String.format(Locale.ROOT, "%04X", segment);
    }

    /**
     * The segment that a file name stands for, if it is one that this layout gives or that a server may give: 4 to 6
     * upper-case hex digits, or more of them without a leading zero.
     */
    public static OptionalLong segmentOf(String name) {
        int length = name.length();
        if (length < LEAST_NAME_DIGITS || length > 15) {
            return OptionalLong.empty();
        }
        for (int i = 0; i < length; i++) {
            char c = name.charAt(i);
            if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'))) {
                return OptionalLong.empty();
            }
        }
        if (length > MOST_PG_NAME_DIGITS && name.charAt(0) == '0') {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(name, 16));
    }
}
