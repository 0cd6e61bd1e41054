package dev.clog.testkit;

import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** A page store that hands everything to another one; wrappers override what they change. */
public class ForwardingPageStore implements PageStore {
    private final PageStore delegate;

    /** Stands in front of {@code delegate}. */
    public ForwardingPageStore(PageStore delegate) {
        this.delegate = Objects.requireNonNull(delegate, "delegate");
    }

    /** The store behind this one. */
    protected final PageStore delegate() {
        return delegate;
    }

    /** Stands in front of each file that is opened or created; here the file itself. */
    protected PageFile wrap(PageFile file) {
        return file;
    }

    @Override
    public String location() {
        return delegate.location();
    }

    @Override
    public List<StoreEntry> entries() throws IOException {
        return delegate.entries();
    }

    @Override
    public PageFile open(String name, Access access) throws IOException {
        return wrap(delegate.open(name, access));
    }

    @Override
    public PageFile create(String name) throws IOException {
        return wrap(delegate.create(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        delegate.rename(from, to);
    }

    @Override
    public void remove(String name) throws IOException {
        delegate.remove(name);
    }

    @Override
    public void force() throws IOException {
        delegate.force();
    }

    @Override
    public FolderLock lock(String holder) throws IOException {
        return delegate.lock(holder);
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
