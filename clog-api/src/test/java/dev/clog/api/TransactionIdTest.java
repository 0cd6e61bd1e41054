package dev.clog.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** FMT-4, FMT-5, FMT-6. */
class TransactionIdTest {

    @Test
    void shouldOrderReservedIdsAsPlainNumbers() {
        assertTrue(TransactionId.precedes(2, 3));
        assertTrue(TransactionId.precedes(2, 0xFFFF_FFFF));
        assertFalse(TransactionId.precedes(0xFFFF_FFFF, 2));
        assertTrue(TransactionId.precedes(0, 1));
    }

    @Test
    void shouldOrderNormalIdsRoundTheWrap() {
        assertTrue(TransactionId.precedes(0xFFFF_FFF0, 3));
        assertFalse(TransactionId.precedes(3, 0xFFFF_FFF0));
        assertTrue(TransactionId.precedes(100, 101));
        assertFalse(TransactionId.precedes(100, 100));
    }

    @Test
    void shouldLetIdsHalfTheSpaceApartPrecedeEachOther() {
        int a = 1000;
        int b = a + Integer.MIN_VALUE;
        assertTrue(TransactionId.precedes(a, b));
        assertTrue(TransactionId.precedes(b, a));
    }

    @Test
    void shouldWidenToTheEpochBehindTheNextId() {
        long next = (1L << 32) + 12719;
        assertEquals(4294960001L, TransactionId.widen(4294960001L, next));
        assertEquals((1L << 32) + 500, TransactionId.widen(500, next));
        assertEquals(next, TransactionId.widen(12719, next));
        assertTrue(TransactionId.widen(50, 40) < 0, "before epoch 0");
    }

    @Test
    void shouldSplitAnIdIntoEpochAndLowWord() {
        long xid = (7L << 32) + 0xFFFF_FFFEL;
        assertEquals(7, TransactionId.epoch(xid));
        assertEquals(0xFFFF_FFFEL, TransactionId.low(xid));
    }
}
