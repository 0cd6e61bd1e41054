package dev.clog.api.spi;

import java.io.Closeable;

/**
 * A whole file for reading at memory speed; never writes to it. Not safe for use by several threads. If the file is cut
 * underneath, a read throws {@link java.io.UncheckedIOException} or {@link InternalError}.
 */
public interface FileImage extends Closeable {

    /** Length in bytes. */
    long size();

    /**
     * Eight bytes, the first one the least significant.
     *
     * @param offset from 0 to {@code size() - 8}
     */
    long word(long offset);

    /**
     * One byte, 0 to 255.
     *
     * @param offset from 0 to {@code size() - 1}
     */
    int octet(long offset);

    /** Unmaps the file. */
    @Override
    void close();
}
