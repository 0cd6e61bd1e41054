package dev.clog.bench.status;

import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import dev.clog.offheap.format.StatusLayout;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A store that knows the sizes of its files and not their content: they read as zeros. It takes no memory beside the log's
 * that is measured, and makes a log of 2^32 ids in a moment. For logs of which nothing is read in that was written.
 */
final class ZeroPageStore implements PageStore {
    private final Map<String, AtomicLong> sizes = new ConcurrentHashMap<>();

    /** A store that has the first so many segments. */
    ZeroPageStore(int segments) {
        for (int segment = 0; segment < segments; segment++) {
            sizes.put(StatusLayout.segmentName(segment), new AtomicLong(StatusLayout.STANDARD.segmentBytes()));
        }
    }

    @Override
    public String location() {
        return "zeros";
    }

    @Override
    public List<StoreEntry> entries() {
        return sizes.entrySet().stream()
                .map(file -> new StoreEntry(
                        file.getKey(), StoreEntry.Kind.FILE, file.getValue().get()))
                .toList();
    }

    @Override
    public PageFile open(String name, Access access) throws NoSuchFileException {
        AtomicLong size = sizes.get(name);
        if (size == null) {
            throw new NoSuchFileException(name);
        }
        return new ZeroFile(name, size);
    }

    @Override
    public PageFile create(String name) throws FileAlreadyExistsException {
        AtomicLong size = new AtomicLong();
        if (sizes.putIfAbsent(name, size) != null) {
            throw new FileAlreadyExistsException(name);
        }
        return new ZeroFile(name, size);
    }

    @Override
    public void rename(String from, String to) throws NoSuchFileException {
        AtomicLong size = sizes.remove(from);
        if (size == null) {
            throw new NoSuchFileException(from);
        }
        sizes.put(to, size);
    }

    @Override
    public void remove(String name) throws NoSuchFileException {
        if (sizes.remove(name) == null) {
            throw new NoSuchFileException(name);
        }
    }

    @Override
    public void force() {
        // Nothing is kept.
    }

    @Override
    public FolderLock lock(String holder) {
        return new FolderLock() {
            @Override
            public String holder() {
                return holder;
            }

            @Override
            public void close() {
                // There is nobody else.
            }
        };
    }

    @Override
    public void close() {
        // Nothing is kept.
    }

    private record ZeroFile(String name, AtomicLong length) implements PageFile {
        private static final byte[] ZEROS = new byte[8192];

        @Override
        public long size() {
            return length.get();
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            int count = (int) Math.max(0, Math.min(target.remaining(), length.get() - offset));
            for (int rest = count; rest > 0; rest -= ZEROS.length) {
                target.put(ZEROS, 0, Math.min(rest, ZEROS.length));
            }
            return count;
        }

        @Override
        public int write(ByteBuffer source, long offset) {
            int count = source.remaining();
            source.position(source.limit());
            length.accumulateAndGet(offset + count, Math::max);
            return count;
        }

        @Override
        public void force() {
            // Nothing is kept.
        }

        @Override
        public void truncate(long size) {
            length.accumulateAndGet(size, Math::min);
        }

        @Override
        public void close() {
            // Nothing is kept.
        }
    }
}
