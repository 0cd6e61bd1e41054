package dev.clog.testkit;

import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore.Access;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;

/** An open file of a {@link MemoryPageStore}, whose monitor guards it. */
final class MemoryPageFile implements PageFile {
    private final MemoryPageStore store;
    private final String name;
    private final MemoryFile file;
    private final Access access;
    private boolean closed;

    MemoryPageFile(MemoryPageStore store, String name, MemoryFile file, Access access) {
        this.store = store;
        this.name = name;
        this.file = file;
        this.access = access;
        store.countOpenFiles(1);
    }

    MemoryFile file() {
        return file;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long size() throws IOException {
        synchronized (store) {
            requireOpen();
            return file.present.size();
        }
    }

    @Override
    public int read(ByteBuffer target, long offset) throws IOException {
        synchronized (store) {
            requireOpen();
            requireOffset(offset);
            return file.present.read(target, offset);
        }
    }

    @Override
    public int write(ByteBuffer source, long offset) throws IOException {
        synchronized (store) {
            requireWritable();
            requireOffset(offset);
            int length = source.remaining();
            if (length > 0) {
                file.present.grow(offset + length);
                ByteBuffer bytes = ByteBuffer.allocate(length).put(source).flip();
                file.present.put(offset, bytes);
                store.changed(new Change.Write(file, offset, bytes));
            }
            return length;
        }
    }

    @Override
    public void force() throws IOException {
        synchronized (store) {
            requireOpen();
            store.force(file);
        }
    }

    @Override
    public void truncate(long size) throws IOException {
        synchronized (store) {
            requireWritable();
            int present = file.present.size();
            if (size < 0 || size > present) {
                throw new IllegalArgumentException("a cut never grows a file: size=" + size + " present=" + present);
            }
            file.present.cut((int) size);
            store.changed(new Change.Cut(file, (int) size));
        }
    }

    @Override
    public void close() {
        synchronized (store) {
            if (!closed) {
                closed = true;
                store.countOpenFiles(-1);
            }
        }
    }

    @Override
    public String toString() {
        return "MemoryPageFile[" + name + ", " + access + "]";
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    private void requireWritable() throws IOException {
        requireOpen();
        if (access != Access.WRITE) {
            throw new AccessDeniedException(name, null, "Permission denied: opened for reading only");
        }
    }

    private static void requireOffset(long offset) throws IOException {
        if (offset < 0) {
            throw new IOException("Negative seek offset");
        }
    }
}
