package dev.clog.testkit;

import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.testkit.StoreOperation.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A page store on a disk with little space: files may grow by so many bytes in all, then a write puts down what still
 * fits and fails. Writes within the present size of a file go on to work, as on a file system that does not copy on
 * write.
 */
public final class NoSpacePageStore extends ForwardingPageStore {
    /** Bytes that are left; guarded by this. */
    private long free;

    private long refused;

    /**
     * Stands in front of {@code delegate}.
     *
     * @param free bytes by which files may grow
     */
    public NoSpacePageStore(PageStore delegate, long free) {
        super(delegate);
        this.free = free;
    }

    /** Makes space, as if something else had been removed. */
    public synchronized void addSpace(long bytes) {
        free += bytes;
    }

    /** How many writes found no space. */
    public synchronized long refused() {
        return refused;
    }

    /** Takes as much of {@code wanted} bytes as there is. */
    private synchronized long take(long wanted) {
        long taken = Math.min(wanted, free);
        free -= taken;
        if (taken < wanted) {
            refused++;
        }
        return taken;
    }

    @Override
    protected PageFile wrap(PageFile file) {
        return new ForwardingPageFile(file) {
            @Override
            public int write(ByteBuffer source, long offset) throws IOException {
                int wanted = source.remaining();
                // A hole before the offset costs nothing, as on a real disk.
                long grown = Math.max(0, offset + wanted - Math.max(super.size(), offset));
                long missing = grown - take(grown);
                if (missing == 0) {
                    return super.write(source, offset);
                }
                int fitting = (int) (wanted - missing);
                super.write(source.duplicate().limit(source.position() + fitting), offset);
                throw DiskError.NO_SPACE.exception(new StoreOperation(Kind.WRITE, name(), offset, wanted));
            }
        };
    }
}
