package dev.clog.testkit;

/** A file apart from its name: what programs see of it, and what of it is on the disk. */
final class MemoryFile {
    /** Content and size as they are now. */
    final ByteImage present;
    /** Content and size as they were forced last. */
    final ByteImage durable;

    /** A new, empty file. */
    MemoryFile() {
        this(new ByteImage());
    }

    /** A file that is on the disk as it is. */
    MemoryFile(ByteImage content) {
        present = content;
        durable = content.copy();
    }
}
