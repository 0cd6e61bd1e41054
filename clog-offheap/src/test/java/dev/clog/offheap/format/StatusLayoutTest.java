package dev.clog.offheap.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** FMT-1, FMT-3. */
class StatusLayoutTest {
    private static final StatusLayout LAYOUT = StatusLayout.STANDARD;

    @Test
    void shouldHaveTheSizesOfPgXact() {
        assertEquals(32_768, LAYOUT.xidsPerPage());
        assertEquals(1_048_576, LAYOUT.xidsPerSegment());
        assertEquals(262_144, LAYOUT.segmentBytes());
    }

    @Test
    void shouldPlaceAnId() {
        long xid = 14_286_850;
        assertEquals("000D", StatusLayout.segmentName(LAYOUT.segment(xid)));
        assertEquals(20, LAYOUT.pageInSegment(xid));
        assertEquals(163_840, LAYOUT.pageOffset(xid));
        assertEquals(163_840 + (14_286_850 % 32_768) / 4, LAYOUT.byteOffset(xid));
        assertEquals(2 * 2, StatusLayout.bitShift(xid));
    }

    @Test
    void shouldPlaceTheFourIdsOfOneByte() {
        for (long xid = 36_000; xid < 36_004; xid++) {
            assertEquals(9000, LAYOUT.byteOffset(xid));
            assertEquals(2 * (xid - 36_000), StatusLayout.bitShift(xid));
        }
    }

    @Test
    void shouldNameSegmentsInHexWithAtLeastFourDigits() {
        assertEquals("0000", StatusLayout.segmentName(0));
        assertEquals("0FFF", StatusLayout.segmentName(4095));
        assertEquals("12345", StatusLayout.segmentName(0x12345));
        assertEquals("FFFFFFFFFFF", StatusLayout.segmentName(LAYOUT.segment(Long.MAX_VALUE) * 2 + 1));
    }

    @Test
    void shouldReadBackTheNamesItGives() {
        for (long segment = 1; segment > 0 && segment < 1L << 43; segment *= 3) {
            assertEquals(
                    segment,
                    StatusLayout.segmentOf(StatusLayout.segmentName(segment)).orElseThrow());
        }
    }

    @Test
    void shouldTakeOnlyNamesOfSegments() {
        assertEquals(1, StatusLayout.segmentOf("000001").orElseThrow());
        for (String name :
                new String[] {"", "001", "000a", "0000.bak", "clog.lock", "0000001", "00 1", "-001", "+0001"}) {
            assertFalse(StatusLayout.segmentOf(name).isPresent(), name);
        }
    }

    @Test
    void shouldFollowThePageSize() {
        StatusLayout large = new StatusLayout(32_768);
        assertEquals(4 * 1_048_576, large.xidsPerSegment());
        assertEquals(1, large.page(131_072));
        for (int size : new int[] {0, 512, 8191, 65_536}) {
            assertThrows(IllegalArgumentException.class, () -> new StatusLayout(size));
        }
    }
}
