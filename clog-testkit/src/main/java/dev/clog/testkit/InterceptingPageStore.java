package dev.clog.testkit;

import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A page store that calls {@link #before} ahead of every operation, on the store, its files and its lock; an exception
 * from there takes the place of the operation. Closing is done all the same, so that nothing leaks.
 */
public abstract class InterceptingPageStore extends ForwardingPageStore {

    /** Stands in front of {@code delegate}. */
    protected InterceptingPageStore(PageStore delegate) {
        super(delegate);
    }

    /**
     * Called before each operation, in the thread that asked for it; by several threads at once if they share the store.
     *
     * @throws IOException to fail the operation, which is not done then
     */
    protected abstract void before(StoreOperation operation) throws IOException;

    private void before(Kind kind, String name) throws IOException {
        before(new StoreOperation(kind, name));
    }

    @Override
    protected PageFile wrap(PageFile file) {
        return new InterceptedFile(file);
    }

    @Override
    public List<StoreEntry> entries() throws IOException {
        before(Kind.ENTRIES, "");
        return super.entries();
    }

    @Override
    public PageFile open(String name, Access access) throws IOException {
        before(Kind.OPEN, name);
        return super.open(name, access);
    }

    @Override
    public PageFile create(String name) throws IOException {
        before(Kind.CREATE, name);
        return super.create(name);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        before(Kind.RENAME, from);
        super.rename(from, to);
    }

    @Override
    public void remove(String name) throws IOException {
        before(Kind.REMOVE, name);
        super.remove(name);
    }

    @Override
    public void force() throws IOException {
        before(Kind.FORCE_FOLDER, "");
        super.force();
    }

    @Override
    public FolderLock lock(String holder) throws IOException {
        before(Kind.LOCK, "");
        return new InterceptedLock(super.lock(holder));
    }

    @Override
    public void close() throws IOException {
        try {
            before(Kind.CLOSE_STORE, "");
        } finally {
            super.close();
        }
    }

    private final class InterceptedLock implements FolderLock {
        private final FolderLock lock;

        InterceptedLock(FolderLock lock) {
            this.lock = lock;
        }

        @Override
        public String holder() {
            return lock.holder();
        }

        @Override
        public void close() throws IOException {
            try {
                before(Kind.UNLOCK, "");
            } finally {
                lock.close();
            }
        }
    }

    private final class InterceptedFile extends ForwardingPageFile {

        InterceptedFile(PageFile file) {
            super(file);
        }

        private void before(Kind kind, long offset, int lengthBytes) throws IOException {
            InterceptingPageStore.this.before(new StoreOperation(kind, name(), offset, lengthBytes));
        }

        @Override
        public long size() throws IOException {
            before(Kind.SIZE, 0, 0);
            return super.size();
        }

        @Override
        public int read(ByteBuffer target, long offset) throws IOException {
            before(Kind.READ, offset, target.remaining());
            return super.read(target, offset);
        }

        @Override
        public int write(ByteBuffer source, long offset) throws IOException {
            before(Kind.WRITE, offset, source.remaining());
            return super.write(source, offset);
        }

        @Override
        public void force() throws IOException {
            before(Kind.FORCE, 0, 0);
            super.force();
        }

        @Override
        public void truncate(long size) throws IOException {
            before(Kind.TRUNCATE, size, 0);
            super.truncate(size);
        }

        @Override
        public void close() throws IOException {
            try {
                before(Kind.CLOSE, 0, 0);
            } finally {
                super.close();
            }
        }
    }
}
