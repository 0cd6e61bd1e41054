package dev.clog.api.spi;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An open page file with positional input and output. Offsets and lengths are bytes. Safe for use by several threads; an
 * interrupt never closes it.
 */
public interface PageFile extends Closeable {

    /** The file's name in its folder. */
    String name();

    /** Size of the file in bytes. */
    long size() throws IOException;

    /**
     * Reads from {@code offset} into {@code target} until it is full or the file ends.
     *
     * @return the number of bytes read; less than asked for at the end of the file, 0 beyond it
     */
    int read(ByteBuffer target, long offset) throws IOException;

    /**
     * Writes the whole of {@code source} at {@code offset}, growing the file where needed. Not durable before
     * {@link #force}.
     *
     * @return the number of bytes written; less than asked for, with no exception, means that there was no space
     */
    int write(ByteBuffer source, long offset) throws IOException;

    /**
     * Makes content and size durable. After an exception nothing tells what of the file is; a later force that returns
     * proves nothing.
     */
    void force() throws IOException;

    /**
     * As {@link #force}, for a file whose size has not changed since the last one, and that still has the name that it was
     * opened by: cheaper, since the times of the file need not be written with the content. A wrapper that inherits this
     * sees it as a force.
     */
    default void forceContent() throws IOException {
        force();
    }

    /** Cuts the file to {@code size} bytes, at most its present size. */
    void truncate(long size) throws IOException;

    @Override
    void close() throws IOException;
}
