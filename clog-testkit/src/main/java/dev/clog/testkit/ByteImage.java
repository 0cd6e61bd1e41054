package dev.clog.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The bytes of a file at one place: in the system's memory, or on the disk. Bytes beyond the size are zero. */
final class ByteImage {
    private byte[] bytes;
    private int size;

    ByteImage() {
        bytes = new byte[0];
    }

    private ByteImage(byte[] bytes, int size) {
        this.bytes = bytes;
        this.size = size;
    }

    ByteImage copy() {
        return new ByteImage(Arrays.copyOf(bytes, size), size);
    }

    int size() {
        return size;
    }

    byte get(int offset) {
        return bytes[offset];
    }

    /** Makes the file longer, with zeros, if it is shorter than this. */
    void grow(long newSize) throws IOException {
        if (newSize > Integer.MAX_VALUE - 8) {
            throw new IOException("File too large");
        }
        if (newSize > size) {
            if (newSize > bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.max(newSize, Math.min(bytes.length * 2L, 1 << 28)));
            }
            size = (int) newSize;
        }
    }

    /** Makes the file shorter if it is longer than this. */
    void cut(int newSize) {
        if (newSize < size) {
            Arrays.fill(bytes, newSize, size, (byte) 0);
            size = newSize;
        }
    }

    /** Writes what lies within the size; the buffer stays as it is. */
    void put(long offset, ByteBuffer source) {
        int fitting = (int) Math.min(source.remaining(), size - offset);
        if (fitting > 0) {
            source.get(source.position(), bytes, (int) offset, fitting);
        }
    }

    /** Reads what there is into what remains of {@code target}; returns the number of bytes. */
    int read(ByteBuffer target, long offset) {
        int length = (int) Math.max(0, Math.min(target.remaining(), size - offset));
        if (length > 0) {
            target.put(bytes, (int) offset, length);
        }
        return length;
    }
}
