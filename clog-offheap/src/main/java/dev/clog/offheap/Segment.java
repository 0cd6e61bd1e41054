package dev.clog.offheap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongFunction;

/**
 * A segment of a resident window: its words, which are read from the file when they are first used, and its pages over
 * them.
 */
final class Segment {
    private static final VarHandle WORDS;

    static {
        try {
            WORDS = MethodHandles.lookup().findVarHandle(Segment.class, "words", PageWords.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long number;
    private final LongFunction<PageWords> source;

    /** Null until read; set last, with release, so that who sees it by acquire sees its content and the pages. */
    @SuppressWarnings("UnusedVariable") // through WORDS
    private PageWords words;

    private Page[] pages;

    /**
     * A segment that was not read yet.
     *
     * @param number number of the segment, through all epochs
     * @param source gives the words of a segment, as many as its file has; may throw a {@link PageFault}
     */
    Segment(long number, LongFunction<PageWords> source) {
        this.number = number;
        this.source = source;
    }

    long number() {
        return number;
    }

    /** The words, read in where that was not done yet. */
    PageWords words() {
        PageWords present = (PageWords) WORDS.getAcquire(this);
        return present != null ? present : read();
    }

    private synchronized PageWords read() {
        PageWords present = (PageWords) WORDS.getAcquire(this);
        if (present == null) {
            present = source.apply(number);
            pages = new Page[present.count() / PageLayout.WORDS_PER_PAGE];
            for (int i = 0; i < pages.length; i++) {
                pages[i] = new Page(present, i * PageLayout.WORDS_PER_PAGE);
            }
            WORDS.setRelease(this, present);
        }
        return present;
    }

    /** The page at that place, the words read in where that was not done yet. */
    Page page(int inSegment) {
        PageWords read = words();
        assert inSegment < read.count() / PageLayout.WORDS_PER_PAGE : inSegment;
        return pages[inSegment];
    }

    /** Number of pages in memory: none where the words were not read yet. */
    int pagesRead() {
        return WORDS.getAcquire(this) == null ? 0 : pages.length;
    }
}
