package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ResidentWindowTest {
    private static final long SEGMENT_XIDS = 1 << 20;

    @Test
    void shouldContainTheIdsFromTheOldestToBeforeTheEnd() {
        ResidentWindow window = ResidentWindow.empty(10, 20);
        assertFalse(window.contains(9));
        assertTrue(window.contains(10));
        assertTrue(window.contains(19));
        assertFalse(window.contains(20));
        assertFalse(window.contains(-1));
    }

    @Test
    void shouldFindSegmentsRoundTheWrapAndPastEveryLength() {
        long first = (1L << 32) / SEGMENT_XIDS - 40;
        ResidentWindow window = ResidentWindow.empty(first * SEGMENT_XIDS, Long.MAX_VALUE);
        Segment[] made = new Segment[100];
        for (int i = 0; i < made.length; i++) {
            made[i] = new Segment(first + i, number -> Page.over(new HeapWords(1024)));
            window = window.with(made[i]);
        }
        for (int i = 0; i < made.length; i++) {
            assertSame(made[i], window.segment(first + i));
            assertSame(made[i].page(0), window.enter((first + i) * 32));
        }
        assertNull(window.segment(first - 1));
        assertNull(window.segment(first + 4096));
        assertEquals(100, window.segments().length);
        assertSame(made[0], window.segments()[0]);
    }

    @Test
    void shouldLeaveTheOldWindowAsItWas() {
        ResidentWindow before = ResidentWindow.empty(3, 32768);
        ResidentWindow after = before.with(new Segment(0, number -> Page.over(new HeapWords(1024))))
                .withEnd(65536);
        assertEquals(32768, before.endXid());
        assertNull(before.segment(0));
        assertEquals(65536, after.endXid());
        assertEquals(3, after.oldestXid());
    }

    @Test
    void shouldFindTheWordsOfEverySegmentOutsideTheHeap() {
        long first = (1L << 32) / SEGMENT_XIDS - 2;
        ResidentWindow window = ResidentWindow.empty(first * SEGMENT_XIDS, Long.MAX_VALUE);
        for (long number = first; number < first + 4; number++) {
            window = window.with(new Segment(number, ResidentWindowTest::numbered));
        }
        for (int time = 1; time <= 2; time++) {
            for (long number = first; number < first + 4; number++) {
                assertEquals(number << 16, window.word(number << 15));
                assertEquals((number << 16) + 32_767, window.word((number << 15) + 32_767));
            }
        }
    }

    /** Pages whose words are numbers: each that of its segment * 65536, and its own. */
    private static Page[] numbered(long segment) {
        OffHeapWords words = new OffHeapWords(32 * 1024);
        for (int i = 0; i < words.count(); i++) {
            words.setOpaque(i, (segment << 16) + i);
        }
        return Page.over(words);
    }

    @Test
    void shouldTakeForPlainWhatIsInTheLastEpochAndNotReserved() {
        long epoch = 7L << 32;
        ResidentWindow window = ResidentWindow.empty(epoch - 100, epoch + 100);
        assertFalse(window.isPlain(epoch - 1)); // is there, but may be reserved as far as this knows
        assertFalse(window.isPlain(epoch + 2));
        assertTrue(window.isPlain(epoch + 3));
        assertTrue(window.isPlain(epoch + 99));
        assertFalse(window.isPlain(epoch + 100));
        assertFalse(window.isPlain(-1));
        assertFalse(window.isPlain(Long.MIN_VALUE));
        assertFalse(window.isPlain(Long.MAX_VALUE));
        assertFalse(window.left().isPlain(epoch + 3));
    }

    @Test
    void shouldTakeNothingForPlainWhereTheLastEpochHasNoIdYet() {
        assertFalse(ResidentWindow.empty(3, 3).isPlain(3));
        assertFalse(ResidentWindow.empty((1L << 32) - 9, (1L << 32) + 2).isPlain((1L << 32) + 1));
        assertTrue(ResidentWindow.empty(Long.MAX_VALUE - 9, Long.MAX_VALUE).isPlain(Long.MAX_VALUE - 1));
    }
}
