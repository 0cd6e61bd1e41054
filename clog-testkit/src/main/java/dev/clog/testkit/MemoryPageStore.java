package dev.clog.testkit;

import dev.clog.api.spi.FolderHeldException;
import dev.clog.api.spi.FolderLock;
import dev.clog.api.spi.PageFile;
import dev.clog.api.spi.PageStore;
import dev.clog.api.spi.StoreEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A page store in memory that knows what of it is on the disk. {@link #crash} gives the store that a power loss would
 * leave; it may be asked for many of them at the same moment, and is itself not changed by that.
 *
 * <p>Safe for use by several threads.
 */
/*
 * Idea: there are two of everything, as it is now and as it is on the disk: the content and size of each file, and the
 * names in the folder. In between lies the list of changes that were made and not forced, in their order. A force of a
 * file moves its changes of content and size to the disk, a force of the folder those of names: a file that was forced
 * in a folder that was not is gone after a power loss, and one whose folder was forced but that itself was not is empty.
 * A crash brings some of the changes, or parts of them, to a copy of the disk.
 *
 * This is the weakest disk that POSIX allows but for one thing: a rename happens as a whole. Real file systems order
 * more than this; what is right here is right there.
 */
public final class MemoryPageStore implements PageStore {
    private final String origin;
    private final Map<String, MemoryFile> names = new TreeMap<>();
    private final Map<String, MemoryFile> durableNames = new TreeMap<>();
    private final List<Change> unsynced = new ArrayList<>();
    private String holder;
    private int openFiles;

    /** An empty folder. */
    public MemoryPageStore() {
        this("");
    }

    private MemoryPageStore(String origin) {
        this.origin = origin;
    }

    @Override
    public String location() {
        return "memory";
    }

    @Override
    public synchronized List<StoreEntry> entries() {
        List<StoreEntry> entries = new ArrayList<>();
        names.forEach((name, file) -> entries.add(new StoreEntry(name, StoreEntry.Kind.FILE, file.present.size())));
        return entries;
    }

    @Override
    public synchronized PageFile open(String name, Access access) throws IOException {
        return new MemoryPageFile(this, name, require(name), access);
    }

    @Override
    public synchronized PageFile create(String name) throws IOException {
        if (names.containsKey(name)) {
            throw new FileAlreadyExistsException(name, null, "there is an entry of that name");
        }
        MemoryFile file = new MemoryFile();
        enter(new Change.Entry(null, requireName(name), file));
        return new MemoryPageFile(this, name, file, Access.WRITE);
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        enter(new Change.Entry(from, requireName(to), require(from)));
    }

    @Override
    public synchronized void remove(String name) throws IOException {
        enter(new Change.Entry(name, null, require(name)));
    }

    private void enter(Change.Entry change) {
        change.apply(names, file -> file.present);
        unsynced.add(change);
    }

    private MemoryFile require(String name) throws NoSuchFileException {
        MemoryFile file = names.get(requireName(name));
        if (file == null) {
            throw new NoSuchFileException(name, null, "No such file or folder");
        }
        return file;
    }

    private static String requireName(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("not the name of a file in a folder: name=" + name);
        }
        return name;
    }

    @Override
    public synchronized void force() throws IOException {
        bringToDisk(Change::isEntry);
    }

    /** Makes a file's content and size durable. */
    synchronized void force(MemoryFile file) throws IOException {
        bringToDisk(change -> change.isContentOf(file));
    }

    private void bringToDisk(Predicate<Change> which) throws IOException {
        List<Change> rest = new ArrayList<>();
        for (Change change : unsynced) {
            if (which.test(change)) {
                change.apply(durableNames, file -> file.durable);
            } else {
                rest.add(change);
            }
        }
        unsynced.clear();
        unsynced.addAll(rest);
    }

    /** Notes a change of a file's content that was made already. */
    synchronized void changed(Change change) {
        unsynced.add(change);
    }

    synchronized void countOpenFiles(int difference) {
        openFiles += difference;
    }

    @Override
    public synchronized FolderLock lock(String owner) throws FolderHeldException {
        if (holder != null) {
            throw new FolderHeldException(location(), holder);
        }
        holder = owner;
        return new MemoryFolderLock(owner);
    }

    /** The number of changes that were not forced: what a crash chooses from. */
    public synchronized int unsynced() {
        return unsynced.size();
    }

    /** The number of files that were opened and not closed. */
    public synchronized int openFiles() {
        return openFiles;
    }

    /** The folder as it is found after a power loss: nobody has it or a file in it open, and all of it is durable. */
    public synchronized MemoryPageStore crash(Crash crash) {
        Map<MemoryFile, ByteImage> images = new HashMap<>();
        Map<String, MemoryFile> survivingNames = new TreeMap<>(durableNames);
        MemoryPageStore after = new MemoryPageStore(origin + " after " + crash);
        try {
            for (Change change : Survival.survivors(unsynced, crash)) {
                change.apply(survivingNames, file -> images.computeIfAbsent(file, changed -> changed.durable.copy()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a change that was made once can't be made again: " + this, e);
        }
        survivingNames.forEach((name, file) -> {
            ByteImage image = images.get(file);
            after.put(name, image == null ? file.durable.copy() : image);
        });
        return after;
    }

    /** Puts a file into the folder that is durable at once; for the start of a test. */
    public synchronized void add(String name, byte[] content) throws IOException {
        ByteImage image = new ByteImage();
        image.grow(content.length);
        image.put(0, ByteBuffer.wrap(content));
        put(requireName(name), image);
    }

    private void put(String name, ByteImage content) {
        MemoryFile file = new MemoryFile(content);
        names.put(name, file);
        durableNames.put(name, file);
    }

    /** The bytes of a file as programs see them; for the end of a test. */
    public synchronized byte[] content(String name) throws IOException {
        ByteImage image = require(name).present;
        byte[] content = new byte[image.size()];
        image.read(ByteBuffer.wrap(content), 0);
        return content;
    }

    /** Forgets what was not forced of a file: it can be read, but will never reach the disk. */
    synchronized void dropUnsynced(PageFile file) {
        MemoryFile dropped = ((MemoryPageFile) file).file();
        unsynced.removeIf(change -> change.isContentOf(dropped));
    }

    /** Does nothing: the store lives as long as it is referred to. */
    @Override
    public void close() {}

    @Override
    public synchronized String toString() {
        return "MemoryPageStore[" + names.size() + " files, " + unsynced.size() + " changes not forced" + origin + "]";
    }

    private final class MemoryFolderLock implements FolderLock {
        private final String owner;
        private boolean closed;

        MemoryFolderLock(String owner) {
            this.owner = owner;
        }

        @Override
        public String holder() {
            return owner;
        }

        @Override
        public void close() {
            synchronized (MemoryPageStore.this) {
                if (!closed) {
                    closed = true;
                    holder = null;
                }
            }
        }
    }
}
