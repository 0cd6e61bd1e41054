package dev.clog.offheap.inspect;

import java.io.IOException;

/** Prints bytes of page files in hex, sixteen a line behind their offset in the file. */
public final class HexDump {

    private HexDump() {}

    /**
     * Prints a stretch of a segment file.
     *
     * @param folder the folder
     * @param segment one of its segments
     * @param offset offset of the first byte in the file
     * @param length how many bytes; less are printed where the file ends
     * @param out where to
     * @throws dev.clog.api.PageIoException if the segment is no file or can't be read
     * @throws IOException if {@code out} throws it
     */
    public static void print(SegmentFolder folder, SegmentFile segment, long offset, long length, Appendable out)
            throws IOException {
        throw new UnsupportedOperationException();
    }
}
