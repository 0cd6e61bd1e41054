package dev.clog.offheap.inspect;

/**
 * A stretch in which a folder differs from its reference.
 *
 * @param kind how it differs
 * @param side the side that lacks it; {@code null} for {@link Kind#CONTENT}
 * @param file the file on the folder's side, with its folder
 * @param firstOffset offset in the file, in bytes, of the first byte concerned
 * @param lastOffset offset in the file, in bytes, of the last byte concerned
 * @param firstXid 64-bit id of the first two bits of that byte
 * @param lastXid 64-bit id of the last two bits of the last byte
 * @param message a sentence that names file, bytes and ids
 */
public record Difference(
        Kind kind,
        Side side,
        String file,
        long firstOffset,
        long lastOffset,
        long firstXid,
        long lastXid,
        String message) {

    /** How a stretch differs. */
    public enum Kind {
        /** Bytes are there on both sides and differ, each of them. */
        CONTENT,
        /** A segment is on one side only. */
        MISSING,
        /** A segment is shorter on one side. */
        SHORTER,
        /** A segment can't be read on one side. */
        UNREADABLE
    }

    /** Which of the two. */
    public enum Side {
        /** The folder that is compared. */
        FOLDER,
        /** What it is compared with. */
        REFERENCE
    }
}
