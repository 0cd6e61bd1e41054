package dev.clog.offheap.inspect;

import dev.clog.api.PageIoException;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;

/**
 * Prints bytes of page files in hex: sixteen a line, behind their offset in the file and before what they are in ASCII.
 * Lines that repeat the one before are shown as one line of dots.
 */
/*
 * Chronicle, when it is first used, tells SLF4J that it may need flags of the JVM: for maps and cleaners of its own, which
 * bytes on the heap do without. Mapped or native bytes here would need those flags in clog.jvmargs.
 */
public final class HexDump {
    private static final int CHUNK_BYTES = 1 << 16;
    private static final int OFFSET_DIGITS = 8;
    private static final char UNPRINTABLE = '\u00B7';

    private HexDump() {}

    /**
     * Prints a stretch of a segment file.
     *
     * @param folder the folder
     * @param segment one of its segments
     * @param offset offset of the first byte in the file
     * @param length how many bytes; less are printed where the file ends
     * @param out where to
     * @throws PageIoException if the segment is no file or can't be read
     * @throws IOException if {@code out} throws it
     */
    public static void print(SegmentFolder folder, SegmentFile segment, long offset, long length, Appendable out)
            throws IOException {
        if (offset < 0 || length < 0) {
            throw new IllegalArgumentException(
                    "offset and length are not negative: offset=" + offset + " length=" + length);
        }
        long end = Math.min(length, Long.MAX_VALUE - offset) + offset;
        for (long chunk = offset & -CHUNK_BYTES; chunk < end; chunk += CHUNK_BYTES) {
            ByteBuffer bytes = ByteBuffer.allocate(CHUNK_BYTES);
            int read = read(folder, segment, chunk, bytes);
            int from = (int) Math.max(0, offset - chunk);
            int to = (int) Math.min(read, end - chunk);
            if (from < to) {
                print(bytes.array(), from, to, chunk, out);
            }
            if (read < CHUNK_BYTES) {
                return;
            }
        }
    }

    private static int read(SegmentFolder folder, SegmentFile segment, long offset, ByteBuffer target) {
        PageStore store = folder.store();
        String path = folder.path(segment.name());
        if (!segment.isFile()) {
            String why = ReadFailure.text(segment.kind());
            throw new PageIoException("can't read the segment, it is " + why, path, offset, null);
        }
        try (PageFile file = store.open(segment.name(), PageStore.Access.READ)) {
            return file.read(target, offset);
        } catch (IOException e) {
            String why = ReadFailure.text(store, segment.name(), e);
            throw new PageIoException("can't read the segment, " + why, path, offset, e);
        }
    }

    /** Chronicle counts its offsets from the start of the bytes it is given; ours count from the start of the file. */
    private static void print(byte[] chunk, int from, int to, long chunkOffset, Appendable out) throws IOException {
        Bytes<byte[]> bytes = Bytes.wrapForRead(chunk);
        try {
            bytes.readLimit(to);
            List<String> lines = bytes.toHexString(from, to - from).lines().toList();
            for (String line : lines) {
                if (!line.startsWith(".")) {
                    long offset = HexFormat.fromHexDigitsToLong(line, 0, OFFSET_DIGITS) + chunkOffset;
                    int digits = Math.max(OFFSET_DIGITS, Long.SIZE / 4 - Long.numberOfLeadingZeros(offset) / 4);
                    out.append(HexFormat.of().toHexDigits(offset, digits));
                    out.append(line.substring(OFFSET_DIGITS).stripTrailing().replace(UNPRINTABLE, '.'));
                } else {
                    out.append(line);
                }
                out.append('\n');
            }
        } finally {
            bytes.releaseLast();
        }
    }
}
