package dev.clog.cli;

import dev.clog.api.spi.PageFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A file of a page store, read from its start to its end. Does not close it. */
final class PageFileInput extends InputStream {
    private static final int LEAST_SIGNIFICANT_BYTE = 0xFF;

    private final PageFile file;
    private final ByteBuffer octet = ByteBuffer.allocate(1);
    private long offset;

    PageFileInput(PageFile file) {
        this.file = file;
    }

    @Override
    public int read() throws IOException {
        return take(octet.clear()) < 0 ? -1 : octet.get(0) & LEAST_SIGNIFICANT_BYTE;
    }

    @Override
    public int read(byte[] target, int start, int length) throws IOException {
        Objects.checkFromIndexSize(start, length, target.length);
        return length == 0 ? 0 : take(ByteBuffer.wrap(target, start, length));
    }

    private int take(ByteBuffer target) throws IOException {
        int count = file.read(target, offset);
        offset += count;
        return count == 0 ? -1 : count;
    }
}
