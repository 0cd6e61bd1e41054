package dev.clog.cli.pgdata;

/**
 * Where the fields of {@code global/pg_control} are, as PostgreSQL 13 to 18 write it on a little-endian machine with
 * 8-byte alignment. The file has 8192 bytes; what follows the CRC is zero.
 *
 * <pre>
 *   0                   4                   8                  12
 *   +-------------------+-------------------+-------------------+-------------------+
 *   |          system identifier            |  control version  |  catalog version  |   0
 *   +-------------------+-------------------+-------------------+-------------------+
 *   |   cluster state   |                   |        time of the last update        |  16
 *   +-------------------+-------------------+---------------------------------------+
 *   |    location of the last checkpoint    |   its REDO location (a copy of the    |  32
 *   +---------------------------------------+   checkpoint record starts here)      |
 *   +-------------------+-------------------+-------------------+-------------------+
 *   |     timeline      | previous timeline | full page writes  | WAL level (17 on) |  48
 *   +-------------------+-------------------+-------------------+-------------------+
 *   |         next id, all 64 bits          |     next OID      |  next multixact   |  64
 *   +---------------------------------------+-------------------+-------------------+
 *   | next multi offset |  oldest id, 32    |  its database     | oldest multixact  |  80
 *   +-------------------+-------------------+-------------------+-------------------+
 *   |  its database     |                   |        time of the checkpoint         |  96
 *   +-------------------+-------------------+---------------------------------------+
 *   | oldest commit ts  | newest commit ts  | oldest active, 32 |                   | 112
 *   +-------------------+-------------------+-------------------+-------------------+
 *   |           recovery points, settings of the server, alignment                  | 128
 *   +---------------------------------------+-------------------+-------------------+
 *   |              1234567.0                |    block size     | relation segment  | 208
 *   +---------------------------------------+-------------------+-------------------+
 *   |           more sizes, data checksum version (252)                             | 224
 *   +-------------------------------------------------------------------------------+
 *   |  13 to 17: nonce of 32 bytes (256), CRC (288)                                 | 256
 *   |  18:       signedness of char (256), nonce (257), CRC (292)                   |
 *   +-------------------------------------------------------------------------------+
 * </pre>
 *
 * The CRC is CRC-32C of all bytes before it. Source: PostgreSQL {@code pg_control.h} of releases 13 to 18.
 */
final class ControlFileLayout {
    /** Size of the file in bytes, whatever the version. */
    static final int FILE_BYTES = 8192;

    /** Offset of the number that tells the layout; the same in all versions. */
    static final int CONTROL_VERSION_OFFSET = 8;
    /** Offset of the cluster state, 32 bits. */
    static final int STATE_OFFSET = 16;
    /** Offset of the next id, 64 bits. */
    static final int NEXT_XID_OFFSET = 64;
    /** Offset of the oldest id that any database may still ask for, 32 bits. */
    static final int OLDEST_XID_OFFSET = 84;
    /** Offset of the oldest id that ran at the checkpoint, 32 bits; 0 if the checkpoint did not look. */
    static final int OLDEST_ACTIVE_XID_OFFSET = 120;
    /** Offset of a constant, a double, that tells how the machine stores numbers. */
    static final int FLOAT_FORMAT_OFFSET = 208;
    /** Offset of the page size, 32 bits. */
    static final int BLOCK_SIZE_OFFSET = 216;

    /** What stands at {@link #FLOAT_FORMAT_OFFSET}. */
    static final double FLOAT_FORMAT = 1234567.0;

    /** Layout of PostgreSQL 13, 14, 15 and 16. */
    static final int VERSION_13 = 1300;
    /** Layout of PostgreSQL 17. */
    static final int VERSION_17 = 1700;
    /** Layout of PostgreSQL 18. */
    static final int VERSION_18 = 1800;

    /** The versions known, for messages. */
    static final String KNOWN_VERSIONS = "1300 (PostgreSQL 13 to 16), 1700 (17) or 1800 (18)";

    private static final int CRC_OFFSET_13 = 288;
    private static final int CRC_OFFSET_18 = 292;

    private ControlFileLayout() {}

    /** True if the layout of this version is known. */
    static boolean isKnown(int controlVersion) {
        return controlVersion == VERSION_13 || controlVersion == VERSION_17 || controlVersion == VERSION_18;
    }

    /** True if this number can only be the version read in the wrong byte order. */
    static boolean isOtherByteOrder(int controlVersion) {
        return (controlVersion & 0xFFFF) == 0 && controlVersion != 0;
    }

    /** Offset of the CRC, which is the number of bytes it covers. */
    static int crcOffset(int controlVersion) {
        assert isKnown(controlVersion) : controlVersion;
        return controlVersion == VERSION_18 ? CRC_OFFSET_18 : CRC_OFFSET_13;
    }
}
