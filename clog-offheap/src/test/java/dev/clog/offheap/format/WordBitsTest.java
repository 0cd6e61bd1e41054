package dev.clog.offheap.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** FMT-1, FMT-2: words of 32 transactions, compared with one transaction after the other. */
class WordBitsTest {
    private static final int XIDS = StatusLayout.XIDS_PER_WORD;

    private static long lanes(long word, int code) {
        long lanes = 0;
        for (int i = 0; i < XIDS; i++) {
            if ((word >>> (2 * i) & 3) == code) {
                lanes |= 1L << (2 * i);
            }
        }
        return lanes;
    }

    @Test
    @DisplayName("FMT-2: each status has its own lanes")
    void shouldFindLanesOfEachStatus() {
        long seed = 3;
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            long word = switch (i) {
                case 0 -> 0;
                case 1 -> -1;
                case 2 -> WordBits.ALL_COMMITTED;
                default -> random.nextLong();
            };
            String what = "seed=" + seed + " word=" + Long.toHexString(word);
            assertEquals(lanes(word, 0), WordBits.inProgress(word), what);
            assertEquals(lanes(word, 1), WordBits.committed(word), what);
            assertEquals(lanes(word, 2), WordBits.aborted(word), what);
            assertEquals(lanes(word, 3), WordBits.subCommitted(word), what);
            assertEquals(WordBits.ALL_LANES, WordBits.inProgress(word) ^ WordBits.decided(word), what);
        }
    }

    @Test
    void shouldSelectLanesFromAndTo() {
        for (int from = -3; from <= XIDS + 3; from++) {
            for (int to = -3; to <= XIDS + 3; to++) {
                long expected = 0;
                for (int i = Math.max(0, from); i < Math.min(XIDS, to); i++) {
                    expected |= 1L << (2 * i);
                }
                assertEquals(expected, WordBits.lanes(from, to), from + ".." + to);
                assertEquals(expected == 0 ? XIDS : Math.max(0, from), WordBits.first(expected));
                assertEquals(expected == 0 ? -1 : Math.min(XIDS, to) - 1, WordBits.last(expected));
            }
        }
        assertEquals(WordBits.ALL_LANES, WordBits.lanes(Long.MIN_VALUE / 2, Long.MAX_VALUE));
        assertEquals(0, WordBits.lanes(Long.MAX_VALUE / 2, Long.MAX_VALUE));
    }
}
