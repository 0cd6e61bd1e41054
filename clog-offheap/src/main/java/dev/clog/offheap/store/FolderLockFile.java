package dev.clog.offheap.store;

import dev.clog.api.spi.FolderHeldException;
import dev.clog.api.spi.FolderLock;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A folder taken by this process: a lock of the operating system on the whole of a file that serves nothing else, and
 * that is there only while the folder is held. The file's text names the holder. A process that dies drops the lock; the
 * file it leaves behind is taken over.
 */
/*
 * Two things of POSIX locks shape this class.
 *
 * 1. They belong to the process and go when it closes any descriptor of the file. So within the process the file is
 *    opened once: a registry keyed by the folder's identity is asked before, and a descriptor that turns out to be the
 *    second one (this class loaded twice) is kept open for good. Against others in the process that open and close the
 *    file the text names the process (LockOwner): who gets the lock while that one runs lets go of it again.
 * 2. They lie on the file, not on its name. Between open and lock the holder may have removed the file, and a third one
 *    may have made and locked a new one. So after locking, the name must still lead to the locked file, else all is done
 *    again. Java can't ask an open file for its identity; instead its length is changed to random values and looked at
 *    through the name. The holder removes the name before it drops the lock, so a name that leads to a file we have
 *    locked stays.
 *
 * Interrupts: tryLock does not wait, and no other operation is done on the channel.
 */
final class FolderLockFile implements FolderLock {
    static final String NAME = "clog.lock";

    private static final int TRIES = 100;
    private static final int PROBES = 4;
    private static final int MOST_PROBE_BYTES = 1 << 16;
    private static final int MOST_TEXT_BYTES = 1000;

    /** Locks of this process by identity of the folder; guarded by itself, as is all of acquire and close. */
    private static final Map<Object, FolderLockFile> HELD = new HashMap<>();
    /** Descriptors that must not be closed, see above; guarded by {@link #HELD}. */
    private static final List<RandomAccessFile> STRAY = new ArrayList<>();

    private final Path folder;
    private final Object key;
    private final String holder;
    private final RandomAccessFile file;
    private final FileLock lock;
    private boolean closed;

    private FolderLockFile(Path folder, Object key, String holder, RandomAccessFile file, FileLock lock) {
        this.folder = folder;
        this.key = key;
        this.holder = holder;
        this.file = file;
        this.lock = lock;
    }

    static FolderLock acquire(Path folder, String holder) throws IOException {
        ServerFolder.refuse(folder);
        synchronized (HELD) {
            Object key = key(folder);
            FolderLockFile held = HELD.get(key);
            if (held != null) {
                throw new FolderHeldException(folder.toString(), held.holder);
            }
            FolderLockFile taken = take(folder.toRealPath(), key, holder);
            HELD.put(key, taken);
            return taken;
        }
    }

    private static FolderLockFile take(Path folder, Object key, String holder) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            RandomAccessFile file = openFile(folder.resolve(NAME));
            boolean keep = false;
            try {
                FileLock lock = file.getChannel().tryLock();
                if (lock == null
                        || LockOwner.parse(readLine(file, 1))
                                .filter(LockOwner::isRunning)
                                .isPresent()) {
                    throw new FolderHeldException(folder.toString(), readHolder(file));
                }
                if (isAt(folder.resolve(NAME), file)) {
                    writeHolder(folder, file, holder);
                    keep = true;
                    return new FolderLockFile(folder, key, holder, file, lock);
                }
            } catch (OverlappingFileLockException e) {
                keep = true;
                STRAY.add(file);
                throw new FolderHeldException(folder.toString(), readHolder(file));
            } finally {
                if (!keep) {
                    file.close();
                }
            }
        }
        throw new IOException("the lock file is replaced again and again: file=" + folder.resolve(NAME));
    }

    private static RandomAccessFile openFile(Path path) throws IOException {
        try {
            if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isRegularFile()) {
                throw new FileSystemException(path.toString(), null, "not a file in the place of the lock file");
            }
        } catch (NoSuchFileException e) {
            // Nobody has the folder: the file is made below.
        } catch (IOException e) {
            throw PathFailure.explain(e, path);
        }
        try {
            return new RandomAccessFile(path.toFile(), "rw");
        } catch (FileNotFoundException e) {
            throw PathFailure.ofOpen(
                    e, path, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE));
        }
    }

    private static boolean isAt(Path path, RandomAccessFile locked) throws IOException {
        for (int i = 0; i < PROBES; i++) {
            int length = ThreadLocalRandom.current().nextInt(1, MOST_PROBE_BYTES);
            locked.setLength(length);
            try {
                if (Files.size(path) != length) {
                    return false;
                }
            } catch (NoSuchFileException e) {
                return false;
            }
        }
        return true;
    }

    private static void writeHolder(Path folder, RandomAccessFile file, String holder) throws IOException {
        try {
            file.setLength(0);
            file.seek(0);
            String owner = LockOwner.self().map(LockOwner::line).orElse("");
            file.write((holder.replace('\n', ' ') + "\n" + owner + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            Files.deleteIfExists(folder.resolve(NAME));
            throw e;
        }
    }

    private static String readHolder(RandomAccessFile file) throws IOException {
        String holder = readLine(file, 0).strip();
        return holder.isEmpty() ? "another process, which is just taking or leaving it" : holder;
    }

    private static String readLine(RandomAccessFile file, int number) throws IOException {
        byte[] text = new byte[MOST_TEXT_BYTES];
        file.seek(0);
        int length = Math.max(file.read(text), 0);
        String[] lines = new String(text, 0, length, StandardCharsets.UTF_8)
                .replace("\0", "")
                .split("\n", -1);
        return number < lines.length ? lines[number] : "";
    }

    private static Object key(Path folder) throws IOException {
        Object key = PathFailure.requireFolder(folder).fileKey();
        return key == null ? folder.toRealPath() : key;
    }

    @Override
    public String holder() {
        return holder;
    }

    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            if (closed) {
                return;
            }
            closed = true;
            assert lock.isValid() : "somebody closed the lock file: " + this;
            try (file) {
                try {
                    file.setLength(0); // whoever finds the file, if it can't be removed, finds no owner
                } finally {
                    removeFile();
                }
            } finally {
                HELD.remove(key);
            }
        }
    }

    /** Removes the file by its name, unless the folder was moved and another one has its name now. */
    private void removeFile() throws IOException {
        if (Files.isDirectory(folder) && key.equals(key(folder))) {
            Files.deleteIfExists(folder.resolve(NAME));
        }
    }

    @Override
    public String toString() {
        return "FolderLockFile[" + folder + ", " + holder + "]";
    }
}
