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
}
