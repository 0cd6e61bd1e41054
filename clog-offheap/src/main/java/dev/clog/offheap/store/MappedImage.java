package dev.clog.offheap.store;

import dev.clog.api.spi.FileImage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import net.openhft.chronicle.bytes.MappedBytes;
import net.openhft.chronicle.bytes.MappedBytesStore;
import net.openhft.chronicle.bytes.SyncMode;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.cleaner.CleanerServiceLocator;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import net.openhft.chronicle.core.io.IORuntimeException;

/** A file mapped for reading only, through Chronicle's {@link MappedBytes}. An empty file has no mapping. */
/*
 * Reads go to the store behind the MappedBytes, after one comparison with the length: it has neither reference counts
 * nor thread checks in the way. Offsets past the end never reach the mapping, and one of a closed image fails the same
 * comparison, since its length is 0.
 *
 * Unmapping: the mapped file keeps a claim on its store that Chronicle leaves to the garbage collector (unless told to
 * retain it), so close() takes that claim back. Chronicle then unmaps on a thread of its own, for which close() waits,
 * or at once under -Dbackground.releaser=false (clog.jvmargs), which is faster.
 */
final class MappedImage implements FileImage {
    private static final boolean RELEASED_IN_BACKGROUND;

    static {
        // While Chronicle looks for a way to free buffers, one that it does not take complains that it can't be taken.
        Logger logger =
                Logger.getLogger("net.openhft.chronicle.core.internal.cleaner.ReflectionBasedByteBufferCleanerService");
        Level level = logger.getLevel();
        logger.setLevel(Level.OFF);
        try {
            RELEASED_IN_BACKGROUND = Jvm.getBoolean("background.releaser", true);
            CleanerServiceLocator.cleanerService();
        } finally {
            logger.setLevel(level);
        }
    }

    private final MappedBytes bytes;
    private final MappedBytesStore store;
    private long size;

    private MappedImage(MappedBytes bytes, long size) {
        this.bytes = bytes;
        this.store = bytes == null ? null : (MappedBytesStore) bytes.bytesStore();
        this.size = size;
    }

    static FileImage of(Path path, long size) throws IOException {
        if (size == 0) {
            return new MappedImage(null, 0);
        }
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return map(path, size);
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static MappedImage map(Path path, long size) throws IOException {
        MappedBytes bytes;
        try {
            bytes = MappedBytes.singleMappedBytes(path.toFile(), size, true);
        } catch (FileNotFoundException e) {
            throw PathFailure.ofOpen(e, path, Set.of(StandardOpenOption.READ));
        } catch (IORuntimeException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException("can't map: file=" + path, e);
        }
        bytes.mappedFile().syncMode(SyncMode.NONE);
        MappedImage image = new MappedImage(bytes, size);
        long mapped = bytes.mappedFile().raf().length();
        if (mapped < size) {
            image.close();
            throw new FileSystemException(path.toString(), null, "cut from " + size + " to " + mapped + " bytes");
        }
        return image;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public long word(long offset) {
        return store.readLong(Objects.checkFromIndexSize(offset, Long.BYTES, size));
    }

    @Override
    public int octet(long offset) {
        return store.readByte(Objects.checkIndex(offset, size)) & 0xFF;
    }

    @Override
    public void close() {
        size = 0;
        if (bytes == null || bytes.refCount() == 0) {
            return;
        }
        store.release(bytes.mappedFile());
        bytes.releaseLast();
        if (RELEASED_IN_BACKGROUND) {
            releaseNow();
        }
    }

    private static void releaseNow() {
        boolean interrupted = Thread.interrupted();
        try {
            BackgroundResourceReleaser.releasePendingResources();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
