package dev.clog.offheap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
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
    private static final int PAGES_SHIFT = 5;
    private static final int WORDS_MASK = (1 << WORDS_SHIFT) - 1;

    private static final VarHandle ADDRESS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle PAGE = MethodHandles.arrayElementVarHandle(Page[].class);

    private final Segment[] segments;

    /**
     * Where word 0 of the log would be if its words lay before those of each segment, at its place, once a reader has asked
     * for them: a word is at its number from there. 0 before, and for words on the heap. The segment keeps the memory.
     */
    private final long[] addresses;

    /** The pages of each segment, from 32 times its place on, once a setter has asked for one of them. */
    private final Page[] pages;

    private ResidentWindow(long oldestXid, long endXid, Segment[] segments) {
        super(oldestXid, endXid, false);
        this.segments = segments;
        addresses = new long[segments.length];
        pages = new Page[segments.length * PageLayout.PAGES_PER_SEGMENT];
    }

    /** One of the same segments. */
    private ResidentWindow(ResidentWindow of, long endXid) {
        super(of.oldestXid(), endXid, false);
        segments = of.segments;
        addresses = of.addresses;
        pages = of.pages;
    }

    /** One that is left. */
    private ResidentWindow(long oldestXid, long endXid) {
        super(oldestXid, endXid, true);
        segments = NO_SEGMENTS;
        addresses = new long[segments.length];
        pages = new Page[segments.length * PageLayout.PAGES_PER_SEGMENT];
    }

    /** A window without a segment. */
    static ResidentWindow empty(long oldestXid, long endXid) {
        return new ResidentWindow(oldestXid, endXid, NO_SEGMENTS);
    }

    @Override
    long word(long wordNumber) {
        int place = (int) (wordNumber >>> WORDS_SHIFT) & addresses.length - 1;
        long address = (long) ADDRESS.getAcquire(addresses, place);
        if (address == 0) {
            return firstWord(place, wordNumber);
        }
        try {
            return OffHeapWords.getVolatile(address + (wordNumber << 3));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** The first time that this window is asked for a word of that segment, or words on the heap. */
    private long firstWord(int place, long wordNumber) {
        Page[] pages = segments[place].pages();
        long address = pages[0].address();
        if (address != 0) {
            ADDRESS.setRelease(addresses, place, address - ((wordNumber & ~(long) WORDS_MASK) << 3));
        }
        return pages[((int) wordNumber & WORDS_MASK) / PageLayout.WORDS_PER_PAGE].getVolatile(
                (int) wordNumber & PageLayout.WORDS_PER_PAGE - 1);
    }

    @Override
    long lsn(long wordNumber) {
        Segment segment = segments[(int) (wordNumber >>> WORDS_SHIFT) & segments.length - 1];
        int page = ((int) wordNumber & WORDS_MASK) / PageLayout.WORDS_PER_PAGE;
        return segment.pagesRead() == 0 ? 0 : segment.page(page).lsn((int) wordNumber & PageLayout.WORDS_PER_PAGE - 1);
    }

    @Override
    Page enter(long page) {
        int place = (int) page & pages.length - 1;
        Page present = (Page) PAGE.getAcquire(pages, place);
        return present != null ? present : firstEntry(place);
    }

    /**
     * The first time that this window is asked for a page of that segment: all its pages take their places. So this is
     * called seldom, and is no part of what a set is compiled to, which stays small enough to be compiled into its callers.
     */
    private Page firstEntry(int place) {
        Page[] entered = segments[place >>> PAGES_SHIFT].pages();
        int first = place & -PageLayout.PAGES_PER_SEGMENT;
        for (int i = 0; i < entered.length; i++) {
            PAGE.setRelease(pages, first + i, entered[i]);
        }
        return entered[place - first];
    }

    @Override
    void exit(Page page) {
        // Nothing holds the page: it is never given to another.
    }

    @Override
    ResidentWindow left() {
        return new ResidentWindow(oldestXid(), endXid());
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
        return new ResidentWindow(this, newEndXid);
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
