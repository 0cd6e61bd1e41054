package dev.clog.testkit;

import dev.clog.api.spi.FileImage;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.util.Objects;

/** A file of a {@link MemoryPageStore} for reading. It shows later changes, and fails where the file was cut. */
final class MemoryImage implements FileImage {
    private final MemoryPageStore store;
    private final String name;
    private final ByteImage image;
    private long size;

    MemoryImage(MemoryPageStore store, String name, ByteImage image) {
        this.store = store;
        this.name = name;
        this.image = image;
        this.size = image.size();
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public long word(long offset) {
        Objects.checkFromIndexSize(offset, Long.BYTES, size);
        long word = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            word = word << Byte.SIZE | octet(offset + i);
        }
        return word;
    }

    @Override
    public int octet(long offset) {
        Objects.checkIndex(offset, size);
        synchronized (store) {
            if (offset >= image.size()) {
                throw new UncheckedIOException(
                        new EOFException("the file was cut: file=" + name + " offset=" + offset));
            }
            return image.get((int) offset) & 0xFF;
        }
    }

    @Override
    public void close() {
        size = 0;
    }
}
