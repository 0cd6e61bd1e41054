package dev.clog.cli.pgdata;

import static dev.clog.cli.pgdata.ControlFileLayout.BLOCK_SIZE_OFFSET;
import static dev.clog.cli.pgdata.ControlFileLayout.CONTROL_VERSION_OFFSET;
import static dev.clog.cli.pgdata.ControlFileLayout.FILE_BYTES;
import static dev.clog.cli.pgdata.ControlFileLayout.FLOAT_FORMAT;
import static dev.clog.cli.pgdata.ControlFileLayout.FLOAT_FORMAT_OFFSET;
import static dev.clog.cli.pgdata.ControlFileLayout.NEXT_XID_OFFSET;
import static dev.clog.cli.pgdata.ControlFileLayout.OLDEST_ACTIVE_XID_OFFSET;
import static dev.clog.cli.pgdata.ControlFileLayout.OLDEST_XID_OFFSET;
import static dev.clog.cli.pgdata.ControlFileLayout.STATE_OFFSET;

import dev.clog.api.LogFormatException;
import dev.clog.api.TransactionId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * What a server's control file says of its transaction ids. Ids are 64-bit; the file keeps those of {@code oldestXid}
 * and {@code oldestActiveXid} in 32 bits, which are widened to the epoch that puts them at or behind {@code nextXid}.
 *
 * @param controlVersion version of the file's layout
 * @param state state of the server when it last wrote the file
 * @param nextXid the id handed out next after the last checkpoint
 * @param oldestXid the horizon
 * @param oldestActiveXid ids below it have ended: what ran at the last checkpoint, or {@code nextXid} for a server that
 *     is shut down; empty if the file does not tell
 * @param blockBytes size of a page in bytes
 */
public record ControlFile(
        int controlVersion,
        ClusterState state,
        long nextXid,
        long oldestXid,
        OptionalLong oldestActiveXid,
        int blockBytes) {

    /**
     * Reads the image of a control file.
     *
     * @param image the whole file, or as much of it as there is
     * @param file name for messages
     * @throws LogFormatException if it is short, of a layout that is not known, damaged, or does not make sense
     */
    static ControlFile parse(byte[] image, String file) {
        if (image.length < FILE_BYTES) {
            throw new LogFormatException(
                    "control file is too short, expected " + FILE_BYTES + " bytes, found " + image.length,
                    file,
                    image.length);
        }
        ByteBuffer bytes = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
        int version = bytes.getInt(CONTROL_VERSION_OFFSET);
        checkVersion(version, file);
        checkCrc(bytes, ControlFileLayout.crcOffset(version), file);
        if (bytes.getDouble(FLOAT_FORMAT_OFFSET) != FLOAT_FORMAT) {
            throw new LogFormatException(
                    "control file is of another machine architecture, expected the number " + FLOAT_FORMAT,
                    file,
                    FLOAT_FORMAT_OFFSET);
        }
        return new ControlFile(
                version,
                state(bytes, file),
                nextXid(bytes, file),
                oldestXid(bytes, file),
                oldestActiveXid(bytes, file),
                blockBytes(bytes, file));
    }

    private static void checkVersion(int version, String file) {
        if (ControlFileLayout.isOtherByteOrder(version)) {
            throw new LogFormatException(
                    "control file has the byte order of another machine (version "
                            + Integer.toUnsignedString(Integer.reverseBytes(version))
                            + " in big-endian), expected little-endian",
                    file,
                    CONTROL_VERSION_OFFSET);
        }
        if (!ControlFileLayout.isKnown(version)) {
            throw new LogFormatException(
                    "control file version " + Integer.toUnsignedString(version) + " is not known, expected "
                            + ControlFileLayout.KNOWN_VERSIONS,
                    file,
                    CONTROL_VERSION_OFFSET);
        }
    }

    private static void checkCrc(ByteBuffer bytes, int crcOffset, String file) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(0, crcOffset));
        int stored = bytes.getInt(crcOffset);
        if ((int) crc.getValue() != stored) {
            throw new LogFormatException(
                    String.format(
                            "control file is damaged, CRC mismatch, stored %08X, computed %08X",
                            stored, crc.getValue()),
                    file,
                    crcOffset);
        }
    }

    private static ClusterState state(ByteBuffer bytes, String file) {
        int code = bytes.getInt(STATE_OFFSET);
        if (!ClusterState.isCode(code)) {
            throw new LogFormatException("control file has an unknown cluster state " + code, file, STATE_OFFSET);
        }
        return ClusterState.ofCode(code);
    }

    private static long nextXid(ByteBuffer bytes, String file) {
        long xid = bytes.getLong(NEXT_XID_OFFSET);
        if (xid < 0 || TransactionId.low(xid) < TransactionId.FIRST_NORMAL) {
            throw new LogFormatException(
                    "control file has an impossible next id " + Long.toUnsignedString(xid), file, NEXT_XID_OFFSET);
        }
        return xid;
    }

    private static long oldestXid(ByteBuffer bytes, String file) {
        long low = Integer.toUnsignedLong(bytes.getInt(OLDEST_XID_OFFSET));
        long xid = TransactionId.widen(low, nextXid(bytes, file));
        if (low < TransactionId.FIRST_NORMAL || xid < 0) {
            throw new LogFormatException("control file has an impossible oldest id " + low, file, OLDEST_XID_OFFSET);
        }
        return xid;
    }

    private static OptionalLong oldestActiveXid(ByteBuffer bytes, String file) {
        long low = Integer.toUnsignedLong(bytes.getInt(OLDEST_ACTIVE_XID_OFFSET));
        long nextXid = nextXid(bytes, file);
        if (low != TransactionId.INVALID) {
            return OptionalLong.of(Math.max(TransactionId.widen(low, nextXid), oldestXid(bytes, file)));
        }
        return state(bytes, file).isShutDown() ? OptionalLong.of(nextXid) : OptionalLong.empty();
    }

    private static int blockBytes(ByteBuffer bytes, String file) {
        int size = bytes.getInt(BLOCK_SIZE_OFFSET);
        if (size < 1024 || size > 32768 || Integer.bitCount(size) != 1) {
            throw new LogFormatException(
                    "control file has an impossible block size " + Integer.toUnsignedString(size),
                    file,
                    BLOCK_SIZE_OFFSET);
        }
        return size;
    }
}
