package dev.clog.offheap.store;

import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore.Access;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A file of a {@link FilePageStore}. Positional input and output is a seek and a read or write of one
 * {@link RandomAccessFile} under this object's monitor, since that is what an interrupt can't close.
 */
final class OpenPageFile implements PageFile {
    private static final int CHUNK_BYTES = 8192;
    private static final Set<OpenOption> FOR_READING = Set.of(StandardOpenOption.READ);
    private static final Set<OpenOption> FOR_WRITING = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

    private final Path path;
    private final Access access;
    private final RandomAccessFile file;
    /** For {@link #forceContent} alone, which RandomAccessFile does not have; null until then. Guarded by this. */
    private AsynchronousFileChannel contentChannel;
    /** Between buffers that have no array and the file; guarded by this. */
    private final byte[] chunk = new byte[CHUNK_BYTES];

    private OpenPageFile(Path path, Access access, RandomAccessFile file) {
        this.path = path;
        this.access = access;
        this.file = file;
    }

    static OpenPageFile open(Path path, Access access) throws IOException {
        PathFailure.requireFile(path);
        boolean forWriting = access == Access.WRITE;
        try {
            return new OpenPageFile(path, access, new RandomAccessFile(path.toFile(), forWriting ? "rw" : "r"));
        } catch (FileNotFoundException e) {
            throw PathFailure.ofOpen(e, path, forWriting ? FOR_WRITING : FOR_READING);
        }
    }

    @Override
    public String name() {
        return path.getFileName().toString();
    }

    @Override
    public long size() throws IOException {
        return file.length();
    }

    @Override
    public synchronized int read(ByteBuffer target, long offset) throws IOException {
        int total = 0;
        file.seek(offset);
        while (target.hasRemaining()) {
            int wanted = Math.min(target.remaining(), CHUNK_BYTES);
            int got = file.read(chunk, 0, wanted);
            if (got < 0) {
                break;
            }
            target.put(chunk, 0, got);
            total += got;
        }
        return total;
    }

    @Override
    public synchronized int write(ByteBuffer source, long offset) throws IOException {
        requireWritable();
        int total = 0;
        file.seek(offset);
        while (source.hasRemaining()) {
            int length = Math.min(source.remaining(), CHUNK_BYTES);
            source.get(chunk, 0, length);
            file.write(chunk, 0, length);
            total += length;
        }
        return total;
    }

    @Override
    public void force() throws IOException {
        file.getFD().sync();
    }

    @Override
    public void forceContent() throws IOException {
        if (access == Access.WRITE) {
            contentChannel().force(false);
        } else {
            force();
        }
    }

    private synchronized AsynchronousFileChannel contentChannel() throws IOException {
        if (contentChannel == null) {
            if (!file.getFD().valid()) {
                throw new ClosedChannelException();
            }
            contentChannel = AsynchronousFileChannel.open(path, StandardOpenOption.WRITE);
        }
        return contentChannel;
    }

    @Override
    public synchronized void truncate(long size) throws IOException {
        requireWritable();
        long present = file.length();
        if (size < 0 || size > present) {
            throw new IllegalArgumentException("a cut never grows a file: size=" + size + " present=" + present);
        }
        file.setLength(size);
    }

    @Override
    public synchronized void close() throws IOException {
        try (file) {
            if (contentChannel != null) {
                contentChannel.close();
            }
        }
    }

    @Override
    public String toString() {
        return "OpenPageFile[" + path + ", " + access + "]";
    }

    private void requireWritable() throws IOException {
        if (access != Access.WRITE) {
            throw new AccessDeniedException(path.toString(), null, "Permission denied: opened for reading only");
        }
    }
}
