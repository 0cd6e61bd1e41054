package dev.clog.groupcommit.journal;

import dev.clog.api.spi.PageFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file of the journal: a part of its stream, and the header before it. */
final class JournalFile implements Closeable {
    private static final int CHUNK_BYTES = 64 << 10;

    private final PageFile file;
    private final String path;
    private final long firstLsn;
    private final int fileBytes;

    /** @param path the file's name with its folder, for messages */
    JournalFile(PageFile file, String path, long firstLsn, int fileBytes) {
        this.file = file;
        this.path = path;
        this.firstLsn = firstLsn;
        this.fileBytes = fileBytes;
    }

    long firstLsn() {
        return firstLsn;
    }

    int fileBytes() {
        return fileBytes;
    }

    /** The position after the last byte that it can hold. */
    long endLsn() {
        return firstLsn + JournalLayout.capacity(fileBytes);
    }

    /** Writes a part of the stream that lies in this file. */
    void write(ByteBuffer bytes, long lsn) throws IOException {
        assert lsn + bytes.remaining() <= endLsn() : "lsn=" + lsn;
        long offset = JournalLayout.offset(firstLsn, lsn);
        try {
            writeFully(file, bytes, offset);
        } catch (IOException e) {
            throw new IOException("can't write the journal: file=" + path + " offset=" + offset + " cause=" + e, e);
        }
    }

    void force() throws IOException {
        try {
            file.forceContent();
        } catch (IOException e) {
            throw new IOException("can't force the journal: file=" + path + " cause=" + e, e);
        }
    }

    /**
     * Writes zeros from a position to the end; not durable. Also where there are zeros to read: after a force that failed
     * they may be in the memory of the system only, which takes them for written.
     */
    void zeroFrom(long lsn) throws IOException {
        if (file.size() < fileBytes) {
            throw new IOException("the file ends at " + file.size() + ", expected " + fileBytes + " bytes");
        }
        ByteBuffer zeros = ByteBuffer.allocate(CHUNK_BYTES);
        for (long offset = JournalLayout.offset(firstLsn, lsn); offset < fileBytes; offset += zeros.limit()) {
            zeros.clear().limit((int) Math.min(CHUNK_BYTES, fileBytes - offset));
            writeFully(file, zeros, offset);
        }
    }

    /** Writes what is there between two positions once more, as it is; not durable. */
    void writeAgain(long fromLsn, long toLsn) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
        for (long lsn = fromLsn; lsn < toLsn; ) {
            long offset = JournalLayout.offset(firstLsn, lsn);
            int length = file.read(chunk.clear().limit((int) Math.min(CHUNK_BYTES, toLsn - lsn)), offset);
            if (length < chunk.limit()) {
                throw new IOException("the file ends at " + (offset + length) + ", expected " + fileBytes + " bytes");
            }
            writeFully(file, chunk.flip(), offset);
            lsn += length;
        }
    }

    /** Writes all; fewer bytes written than given, with no error, are a full disk. */
    static void writeFully(PageFile file, ByteBuffer bytes, long offset) throws IOException {
        int length = bytes.remaining();
        int written = file.write(bytes, offset);
        if (written < length) {
            throw new IOException("no space left: " + written + " of " + length + " bytes written");
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
