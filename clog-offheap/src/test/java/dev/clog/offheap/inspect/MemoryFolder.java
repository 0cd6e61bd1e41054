package dev.clog.offheap.inspect;

import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A folder in memory for reading. Whoever tries to change it, or leaves a file open, fails the test. */
final class MemoryFolder implements PageStore {
    private final String location;
    private final Map<String, byte[]> files = new TreeMap<>();
    private final Map<String, StoreEntry.Kind> others = new TreeMap<>();
    private final Set<String> denied = new HashSet<>();
    private int open;
    private int opened;
    private boolean forbidden;

    MemoryFolder(String location) {
        this.location = location;
    }

    /** A copy of the files of a real folder, at a location of the same name. */
    static MemoryFolder of(Path folder) throws IOException {
        MemoryFolder memory = new MemoryFolder(folder.getFileName().toString());
        try (Stream<Path> paths = Files.list(folder)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                memory.put(path.getFileName().toString(), Files.readAllBytes(path));
            }
        }
        return memory;
    }

    MemoryFolder put(String name, byte[] content) {
        others.remove(name);
        files.put(name, content);
        return this;
    }

    MemoryFolder put(String name, StoreEntry.Kind kind) {
        files.remove(name);
        others.put(name, kind);
        return this;
    }

    void drop(String name) {
        files.remove(name);
        others.remove(name);
    }

    byte[] content(String name) {
        return files.get(name);
    }

    List<String> names() {
        return new ArrayList<>(files.keySet());
    }

    /** From now on the file is there but may not be opened. */
    void deny(String name) {
        denied.add(name);
    }

    /** From now on no file may be looked at. */
    void forbid() {
        forbidden = true;
    }

    /** Number of files that were opened and not closed. */
    int openFiles() {
        return open;
    }

    /** Number of times that a file was opened. */
    int opened() {
        return opened;
    }

    @Override
    public String location() {
        return location;
    }

    @Override
    public List<StoreEntry> entries() {
        List<StoreEntry> entries = new ArrayList<>();
        files.forEach((name, content) -> entries.add(new StoreEntry(name, StoreEntry.Kind.FILE, content.length)));
        others.forEach((name, kind) -> entries.add(new StoreEntry(name, kind, 0)));
        return entries;
    }

    @Override
    public PageFile open(String name, Access access) throws IOException {
        if (forbidden || access != Access.READ) {
            throw new AssertionError("opened " + name + " for " + access);
        }
        if (denied.contains(name)) {
            throw new AccessDeniedException(name);
        }
        if (files.get(name) == null) {
            throw others.get(name) == StoreEntry.Kind.FOLDER
                    ? new FileSystemException(name, null, "a folder where a file was expected")
                    : new NoSuchFileException(name);
        }
        open++;
        opened++;
        return new MemoryFile(name, ByteBuffer.wrap(files.get(name)));
    }

    @Override
    public PageFile create(String name) {
        throw changed();
    }

    @Override
    public void rename(String from, String to) {
        throw changed();
    }

    @Override
    public void remove(String name) {
        throw changed();
    }

    @Override
    public void force() {
        throw changed();
    }

    @Override
    public FolderLock lock(String holder) {
        throw changed();
    }

    @Override
    public void close() {}

    private static AssertionError changed() {
        return new AssertionError("an inspected folder was changed or locked");
    }

    /** An open file. */
    private final class MemoryFile implements PageFile {
        private final String name;
        private final ByteBuffer content;
        private boolean closed;

        MemoryFile(String name, ByteBuffer content) {
            this.name = name;
            this.content = content;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long size() {
            return content.capacity();
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            int length = (int) Math.max(0, Math.min(target.remaining(), size() - offset));
            for (int i = 0; i < length; i++) {
                target.put(content.get((int) offset + i));
            }
            return length;
        }

        @Override
        public void close() {
            open -= closed ? 0 : 1;
            closed = true;
        }

        @Override
        public int write(ByteBuffer source, long offset) {
            throw changed();
        }

        @Override
        public void force() {
            throw changed();
        }

        @Override
        public void truncate(long size) {
            throw changed();
        }
    }
}
