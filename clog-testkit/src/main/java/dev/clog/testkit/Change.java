package dev.clog.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A change that was made, but not forced: it may be on the disk after a power loss or not. */
sealed interface Change {

    /** True if a force of the file makes the change durable. */
    default boolean isContentOf(MemoryFile file) {
        return false;
    }

    /** True if a force of the folder makes the change durable. */
    default boolean isEntry() {
        return false;
    }

    /**
     * Brings the change to the disk.
     *
     * @param names entries of the folder on the disk
     * @param images content of files on the disk
     */
    void apply(Map<String, MemoryFile> names, Function<MemoryFile, ByteImage> images) throws IOException;

    /** The parts in which the change reaches a disk with sectors of so many bytes. */
    default List<Change> torn(int sectorBytes) {
        return List.of(this);
    }

    /** Bytes were written, and the file grew where they did not fit. */
    record Write(MemoryFile file, long offset, ByteBuffer bytes) implements Change {
        @Override
        public boolean isContentOf(MemoryFile other) {
            return file == other;
        }

        @Override
        public void apply(Map<String, MemoryFile> names, Function<MemoryFile, ByteImage> images) throws IOException {
            ByteImage image = images.apply(file);
            image.grow(offset + bytes.remaining());
            image.put(offset, bytes);
        }

        @Override
        public List<Change> torn(int sectorBytes) {
            List<Change> parts = new ArrayList<>();
            parts.add(new Grow(file, offset + bytes.remaining()));
            for (int from = 0; from < bytes.remaining(); ) {
                int toSectorEnd = sectorBytes - (int) ((offset + from) % sectorBytes);
                int length = Math.min(toSectorEnd, bytes.remaining() - from);
                parts.add(new Sector(file, offset + from, bytes.slice(from, length)));
                from += length;
            }
            return parts;
        }
    }

    /** The size of a file became larger; its new bytes are zero. */
    record Grow(MemoryFile file, long size) implements Change {
        @Override
        public void apply(Map<String, MemoryFile> names, Function<MemoryFile, ByteImage> images) throws IOException {
            images.apply(file).grow(size);
        }
    }

    /** A sector was written; what lies beyond the size of the file is not part of it. */
    record Sector(MemoryFile file, long offset, ByteBuffer bytes) implements Change {
        @Override
        public void apply(Map<String, MemoryFile> names, Function<MemoryFile, ByteImage> images) {
            images.apply(file).put(offset, bytes);
        }
    }

    /** A file was cut. */
    record Cut(MemoryFile file, int size) implements Change {
        @Override
        public boolean isContentOf(MemoryFile other) {
            return file == other;
        }

        @Override
        public void apply(Map<String, MemoryFile> names, Function<MemoryFile, ByteImage> images) {
            images.apply(file).cut(size);
        }
    }

    /** A name went, came, or went for another one at the same instant; null where there is none. */
    record Entry(String gone, String come, MemoryFile file) implements Change {
        @Override
        public boolean isEntry() {
            return true;
        }

        @Override
        public void apply(Map<String, MemoryFile> names, Function<MemoryFile, ByteImage> images) {
            if (gone != null) {
                names.remove(gone, file);
            }
            if (come != null) {
                names.put(come, file);
            }
        }
    }
}
