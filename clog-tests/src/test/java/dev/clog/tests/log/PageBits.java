package dev.clog.tests.log;

import dev.clog.api.IdSpace;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The two bits of a transaction in a folder of page files, read and written with nothing of clog: FMT-1 to FMT-3 once
 * more.
 */
final class PageBits {
    static final int PAGE_XIDS = 32_768;
    static final int SEGMENT_XIDS = 1_048_576;
    static final int PAGE_BYTES = 8_192;
    static final int SEGMENT_BYTES = 262_144;

    private final Path folder;
    private final IdSpace idSpace;

    PageBits(Path folder, IdSpace idSpace) {
        this.folder = folder;
        this.idSpace = idSpace;
    }

    /** The file of an id's segment. */
    Path file(long xid) {
        return folder.resolve(String.format("%04X", position(xid) / SEGMENT_XIDS));
    }

    private long position(long xid) {
        return idSpace == IdSpace.FULL_64 ? xid : xid % (1L << 32);
    }

    private long offset(long xid) {
        return position(xid) % SEGMENT_XIDS / 4;
    }

    /** Offset of an id's page in its file. */
    long pageOffset(long xid) {
        return offset(xid) / PAGE_BYTES * PAGE_BYTES;
    }

    /** The code of an id. */
    int get(long xid) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(file(xid).toFile(), "r")) {
            file.seek(offset(xid));
            return file.readUnsignedByte() >> (xid % 4 * 2) & 3;
        }
    }

    /** Writes the code of an id. */
    void put(long xid, int code) throws IOException {
        int shift = (int) (xid % 4 * 2);
        try (RandomAccessFile file = new RandomAccessFile(file(xid).toFile(), "rw")) {
            file.seek(offset(xid));
            int rest = file.readUnsignedByte() & ~(3 << shift);
            file.seek(offset(xid));
            file.write(rest | code << shift);
        }
    }

    /** Cuts the file of an id's segment right before its page. */
    void cutBefore(long xid) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(file(xid).toFile(), "rw")) {
            file.setLength(pageOffset(xid));
        }
    }

    /** Names of all in the folder. */
    List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
