package dev.clog.offheap;

import java.util.Arrays;

/**
 * What of the log is there at an instant: the ids from {@code oldestXid} to before {@code endXid}, and their segments.
 * Immutable: a change of the log's extent swaps the whole of it, so that a reader that holds one needs nothing else, and
 * the segments it holds stay mapped while it does.
 *
 * <p>Segments stand at their number modulo the length of the array, a power of two greater than the number of segments
 * that are alive.
 */
final class Window {
    private static final int LEAST_LENGTH = 16;
    private static final Segment[] NO_SEGMENTS = new Segment[LEAST_LENGTH];

    private final long oldestXid;
    private final long endXid;
    private final Segment[] segments;

    private Window(long oldestXid, long endXid, Segment[] segments) {
        this.oldestXid = oldestXid;
        this.endXid = endXid;
        this.segments = segments;
    }

    /** A window that holds no id. */
    static Window empty(long oldestXid, long endXid) {
        return new Window(oldestXid, endXid, NO_SEGMENTS);
    }

    long oldestXid() {
        return oldestXid;
    }

    long endXid() {
        return endXid;
    }

    /** True for an id that has a status here. */
    boolean contains(long xid) {
        return xid >= oldestXid && xid < endXid;
    }

    /** The segment of an id that the window {@link #contains}. */
    Segment segmentOf(long xid) {
        return segments[(int) (xid >>> 20) & segments.length - 1];
    }

    /** The segment of that number, or null where the window does not have it. */
    Segment segment(long number) {
        Segment segment = segments[(int) number & segments.length - 1];
        return segment != null && segment.number() == number ? segment : null;
    }

    /** This, ending at {@code newEndXid}. */
    Window withEnd(long newEndXid) {
        return new Window(oldestXid, newEndXid, segments);
    }

    /** This, with one more segment. */
    Window withSegment(Segment segment) {
        Segment[] more = segments.clone();
        while (holdsOther(more, segment.number())) {
            more = spread(more, more.length * 2);
        }
        more[slot(more, segment.number())] = segment;
        return new Window(oldestXid, endXid, more);
    }

    private static int slot(Segment[] array, long number) {
        return (int) number & array.length - 1;
    }

    private static boolean holdsOther(Segment[] array, long number) {
        Segment present = array[slot(array, number)];
        return present != null && present.number() != number;
    }

    private static Segment[] spread(Segment[] from, int length) {
        Segment[] to = new Segment[length];
        for (Segment segment : from) {
            if (segment != null) {
                to[slot(to, segment.number())] = segment;
            }
        }
        return to;
    }

    /** All segments, those with the lowest number first. */
    Segment[] segments() {
        Segment[] present =
                Arrays.stream(segments).filter(segment -> segment != null).toArray(Segment[]::new);
        Arrays.sort(present, (a, b) -> Long.compare(a.number(), b.number()));
        return present;
    }
}
