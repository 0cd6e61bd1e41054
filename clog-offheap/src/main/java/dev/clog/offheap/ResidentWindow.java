package dev.clog.offheap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;

/**
 * A window on segments in memory. Those it holds stay while it, or a reader, holds them.
 *
 * <p>Segments stand at their number modulo the length of the array, a power of two no less than the number of segments
 * that are alive.
 */
final class ResidentWindow extends Window {
    private static final int LEAST_LENGTH = 16;
    private static final Segment[] NO_SEGMENTS = new Segment[LEAST_LENGTH];
    private static final int WORDS_SHIFT = 15;
    private static final int WORDS_MASK = (1 << WORDS_SHIFT) - 1;

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(PageWords[].class);

    private final Segment[] segments;

    /** The words of each segment, at its place, once this window has asked for them: one step less for a reader. */
    private final PageWords[] words;

    private ResidentWindow(long oldestXid, long endXid, Segment[] segments) {
        this(oldestXid, endXid, segments, false);
    }

    private ResidentWindow(long oldestXid, long endXid, Segment[] segments, boolean left) {
        super(oldestXid, endXid, left);
        this.segments = segments;
        words = new PageWords[segments.length];
    }

    /** A window without a segment. */
    static ResidentWindow empty(long oldestXid, long endXid) {
        return new ResidentWindow(oldestXid, endXid, NO_SEGMENTS);
    }

    @Override
    long word(long wordNumber) {
        int slot = (int) (wordNumber >>> WORDS_SHIFT) & words.length - 1;
        PageWords present = (PageWords) WORDS.getAcquire(words, slot);
        return (present != null ? present : wordsOf(slot)).getVolatile((int) wordNumber & WORDS_MASK);
    }

    private PageWords wordsOf(int slot) {
        PageWords read = segments[slot].words();
        WORDS.setRelease(words, slot, read);
        return read;
    }

    @Override
    long lsn(long wordNumber) {
        Segment segment = segments[(int) (wordNumber >>> WORDS_SHIFT) & segments.length - 1];
        int page = ((int) wordNumber & WORDS_MASK) / PageLayout.WORDS_PER_PAGE;
        return segment.pagesRead() == 0 ? 0 : segment.page(page).lsn((int) wordNumber & PageLayout.WORDS_PER_PAGE - 1);
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
    ResidentWindow left() {
        return new ResidentWindow(oldestXid(), endXid(), NO_SEGMENTS, true);
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
    ResidentWindow withEnd(long newEndXid) {
        return new ResidentWindow(oldestXid(), newEndXid, segments);
    }

    /** This, beginning at {@code newOldestXid}, without the segments before {@code firstSegment}. */
    ResidentWindow withOldest(long newOldestXid, long firstSegment) {
        Segment[] rest = segments.clone();
        for (int i = 0; i < rest.length; i++) {
            if (rest[i] != null && rest[i].number() < firstSegment) {
                rest[i] = null;
            }
        }
        return new ResidentWindow(newOldestXid, endXid(), rest);
    }

    /** This, with more segments. */
    ResidentWindow with(Segment... added) {
        Segment[] all = Arrays.copyOf(segments(), segments().length + added.length);
        System.arraycopy(added, 0, all, all.length - added.length, added.length);
        return new ResidentWindow(oldestXid(), endXid(), placed(all));
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
