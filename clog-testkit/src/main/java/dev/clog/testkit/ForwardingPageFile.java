package dev.clog.testkit;

import dev.clog.api.spi.PageFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A page file that hands everything to another one; wrappers override what they change. */
public class ForwardingPageFile implements PageFile {
    private final PageFile delegate;

    /** Stands in front of {@code delegate}. */
    public ForwardingPageFile(PageFile delegate) {
        this.delegate = Objects.requireNonNull(delegate, "delegate");
    }

    /** The file behind this one. */
    protected final PageFile delegate() {
        return delegate;
    }

    @Override
    public String name() {
        return delegate.name();
    }

    @Override
    public long size() throws IOException {
        return delegate.size();
    }

    @Override
    public int read(ByteBuffer target, long offset) throws IOException {
        return delegate.read(target, offset);
    }

    @Override
    public int write(ByteBuffer source, long offset) throws IOException {
        return delegate.write(source, offset);
    }

    @Override
    public void force() throws IOException {
        delegate.force();
    }

    @Override
    public void truncate(long size) throws IOException {
        delegate.truncate(size);
    }

    @Override
    public void close() throws IOException {
        delegate.close();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + delegate + "]";
    }
}
