package dev.clog.offheap;

import java.util.Arrays;
import java.util.Objects;

/**
 * A window on mapped segments. The segments it holds stay mapped while it, or a reader, holds them.
 *
 * <p>Segments stand at their number modulo the length of the array, a power of two no less than the number of segments
 * that are alive.
 */
final class MappedWindow extends Window {
    private static final int LEAST_LENGTH = 16;
    private static final Segment[] NO_SEGMENTS = new Segment[LEAST_LENGTH];
    private static final int WORDS_SHIFT = 15;
    private static final int WORDS_MASK = (1 << WORDS_SHIFT) - 1;

    private final Segment[] segments;

    private MappedWindow(long oldestXid, long endXid, Segment[] segments) {
        super(oldestXid, endXid);
        this.segments = segments;
    }

    /** A window without a segment. */
    static MappedWindow empty(long oldestXid, long endXid) {
        return new MappedWindow(oldestXid, endXid, NO_SEGMENTS);
    }

    @Override
    long word(long wordNumber) {
        Segment segment = segments[(int) (wordNumber >>> WORDS_SHIFT) & segments.length - 1];
        return segment.words().getVolatile((int) wordNumber & WORDS_MASK);
    }

    @Override
    long lsn(long wordNumber) {
        return enter(wordNumber / PageLayout.WORDS_PER_PAGE).lsn((int) wordNumber & PageLayout.WORDS_PER_PAGE - 1);
    }

    @Override
    Page enter(long page) {
        Segment segment = segments[(int) (page >>> 5) & segments.length - 1];
        return segment.page((int) page & PageLayout.PAGES_PER_SEGMENT - 1);
    }

    @Override
    void exit(Page page) {
        // Nothing holds the page: it is never given to another.
    }

    @Override
    MappedWindow left() {
        return empty(oldestXid(), Long.MIN_VALUE);
    }

    /** The segment of that number, or null where the window does not have it. */
    Segment segment(long number) {
        Segment segment = segments[slot(segments, number)];
        return segment != null && segment.number() == number ? segment : null;
    }

    /** All segments, those with the lowest number first. */
    Segment[] segments() {
        Segment[] present = Arrays.stream(segments).filter(Objects::nonNull).toArray(Segment[]::new);
        Arrays.sort(present, (a, b) -> Long.compare(a.number(), b.number()));
        return present;
    }

    /** This, ending at {@code newEndXid}. */
    MappedWindow withEnd(long newEndXid) {
        return new MappedWindow(oldestXid(), newEndXid, segments);
    }

    /** This, beginning at {@code newOldestXid}, without the segments before {@code firstSegment}. */
    MappedWindow withOldest(long newOldestXid, long firstSegment) {
        Segment[] rest = segments.clone();
        for (int i = 0; i < rest.length; i++) {
            if (rest[i] != null && rest[i].number() < firstSegment) {
                rest[i] = null;
            }
        }
        return new MappedWindow(newOldestXid, endXid(), rest);
    }

    /** This, with more segments. */
    MappedWindow with(Segment... added) {
        Segment[] all = Arrays.copyOf(segments(), segments().length + added.length);
        System.arraycopy(added, 0, all, all.length - added.length, added.length);
        return new MappedWindow(oldestXid(), endXid(), placed(all));
    }

    private static Segment[] placed(Segment[] all) {
        int length = LEAST_LENGTH;
        while (true) {
            Segment[] array = new Segment[length];
            if (place(all, array)) {
                return array;
            }
            length *= 2;
        }
    }

    private static boolean place(Segment[] all, Segment[] array) {
        for (Segment segment : all) {
            int slot = slot(array, segment.number());
            if (array[slot] != null) {
                return false;
            }
            array[slot] = segment;
        }
        return true;
    }

    private static int slot(Segment[] array, long number) {
        return (int) number & array.length - 1;
    }
}
