package dev.clog.offheap;

import static dev.clog.api.TransactionStatus.ABORTED;
import static dev.clog.api.TransactionStatus.COMMITTED;
import static dev.clog.api.TransactionStatus.SUB_COMMITTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.clog.api.TransactionStatus;
import dev.clog.offheap.format.WordBits;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** FMT-1, FMT-2, STA-3: words against a table of single statuses. */
class StatusBitsTest {
    /** What a status becomes, by [target code][present code]; -1 is a conflict. */
    private static final int[][] TABLE = {{}, {1, 1, -1, 1}, {2, -1, 2, 2}, {3, 1, -1, 3}};

    @Test
    void shouldChangeEachTransactionAsTheTableOfStatusesSays() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            long word = random.nextLong();
            long set = random.nextLong() & WordBits.ALL_LANES;
            for (TransactionStatus target : new TransactionStatus[] {COMMITTED, ABORTED, SUB_COMMITTED}) {
                check(word, set, target, "seed=" + seed + " round=" + round);
            }
        }
    }

    private static void check(long word, long set, TransactionStatus target, String where) {
        long conflicts = 0;
        long expected = word;
        for (int xid = 0; xid < 32; xid++) {
            if ((set & StatusBits.maskOf(xid)) != 0) {
                int becomes = TABLE[target.code()][StatusBits.codeOf(word, xid)];
                if (becomes < 0) {
                    conflicts |= StatusBits.maskOf(xid);
                } else {
                    expected = (expected & ~(3L << (2 * xid))) | ((long) becomes << (2 * xid));
                }
            }
        }
        assertEquals(conflicts, StatusBits.conflicts(word, set, target), where);
        if (conflicts == 0) {
            assertEquals(expected, StatusBits.changed(word, set, target), where);
        }
    }

    @Test
    void shouldReadFourTransactionsAByteLowestBitsFirst() {
        byte[] bytes = {(byte) 0b11_10_01_00, 0b01};
        long word = (bytes[0] & 0xFF) | ((bytes[1] & 0xFF) << 8);
        for (int xid = 0; xid < 4; xid++) {
            assertEquals(xid, StatusBits.codeOf(word, 32 + xid));
        }
        assertEquals(1, StatusBits.codeOf(word, 4));
    }

    @Test
    void shouldRefuseATargetThatIsNoChange() {
        assertThrows(IllegalArgumentException.class, () -> StatusBits.changed(0, 1, TransactionStatus.IN_PROGRESS));
    }
}
