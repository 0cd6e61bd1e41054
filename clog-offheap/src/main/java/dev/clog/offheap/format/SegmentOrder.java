package dev.clog.offheap.format;

import dev.clog.api.IdSpace;
import java.util.Objects;

/**
 * Which ids a segment file holds. A file name says only the position of its ids; where ids wrap, that is the same in
 * every epoch, and it takes another id to tell which epoch is meant.
 *
 * @param layout page size of the files
 * @param idSpace how ids are laid on them
 */
/*
 * Where ids wrap, the segments form a ring, of 4096 with pages of 8192 bytes, and at most half of it is in use. Segment
 * numbers order like the ids in them: A is before B if going up from A to B is less than half of the ring (PagePrecedes
 * of PostgreSQL says the same of pages). If no id is known, the used part is found as what is left of the ring when its
 * largest hole is taken out: in a sound folder that hole is at least half of the ring.
 */
public record SegmentOrder(StatusLayout layout, IdSpace idSpace) {
    private static final long IDS_32 = 1L << 32;

    /** Checks that both are there. */
    public SegmentOrder {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(idSpace, "idSpace");
    }

    /** Number of segments in the id space: those of a ring where ids wrap. */
    public long size() {
        return idSpace == IdSpace.WRAPPING_32
                ? IDS_32 / layout.xidsPerSegment()
                : Long.MAX_VALUE / layout.xidsPerSegment();
    }

    /** True if there are ids for a segment of this number. */
    public boolean contains(long segment) {
        return segment >= 0 && segment < size();
    }

    /** Number of the segment that holds a 64-bit id. */
    public long segment(long xid) {
        return layout.segment(idSpace.position(xid));
    }

    /** The first id of the segment that holds a 64-bit id, in the epoch of that id. */
    public long segmentStart(long xid) {
        return xid - xid % layout.xidsPerSegment();
    }

    /**
     * The first id of a segment, in the epoch in which it is nearest to {@code anchor}: up to 2^31 behind it, or less
     * than that past it. Never negative: what would lie before epoch 0 lies past the anchor.
     */
    public long firstXidNear(long segment, long anchor) {
        long position = layout.firstPosition(segment);
        if (idSpace == IdSpace.FULL_64) {
            return position;
        }
        long start = segmentStart(anchor);
        long first = start + (int) (position - start);
        return first < 0 ? first + IDS_32 : first;
    }

    /**
     * The first id of a segment, in the last epoch in which it is not past {@code anchor}; negative if there is none.
     */
    public long firstXidUpTo(long segment, long anchor) {
        long position = layout.firstPosition(segment);
        if (idSpace == IdSpace.FULL_64) {
            return position <= anchor ? position : -1;
        }
        long first = (anchor & -IDS_32) | position;
        return first <= anchor ? first : first - IDS_32;
    }

    /**
     * Where the oldest of some segments is if no id is known: behind the largest hole of the ring; the first one where
     * ids do not wrap.
     *
     * @param ascending segment numbers, each once, in ascending order
     * @return an index; 0 if two holes are equally large
     */
    public int oldestOf(long[] ascending) {
        if (idSpace == IdSpace.FULL_64 || ascending.length < 2) {
            return 0;
        }
        int oldest = 0;
        long widest = ascending[0] + size() - ascending[ascending.length - 1];
        for (int i = 1; i < ascending.length; i++) {
            long step = ascending[i] - ascending[i - 1];
            if (step > widest) {
                widest = step;
                oldest = i;
            }
        }
        return oldest;
    }
}
