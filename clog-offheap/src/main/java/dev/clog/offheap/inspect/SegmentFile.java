package dev.clog.offheap.inspect;

import dev.clog.api.spi.StoreEntry;

/**
 * An entry of a folder whose name is exactly the one the log gives to a segment. It need not be a file.
 *
 * @param name its name, without a folder
 * @param number number of the segment, as in its name
 * @param kind what the entry is
 * @param sizeBytes size in bytes; 0 for what is no file
 * @param pages whole pages in it that the log would read, 0 to 32; a last partial page does not count
 * @param firstXid 64-bit id of its first two bits; may be a reserved one
 * @param lastXid 64-bit id of the last two bits that it holds; {@code firstXid - 1} if it holds none
 */
public record SegmentFile(
        String name, long number, StoreEntry.Kind kind, long sizeBytes, int pages, long firstXid, long lastXid) {

    /** True if it is a regular file. */
    public boolean isFile() {
        return kind == StoreEntry.Kind.FILE;
    }

    /** True if it holds the two bits of the 64-bit id. */
    public boolean holds(long xid) {
        return xid >= firstXid && xid <= lastXid;
    }
}
