package dev.clog.offheap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** PAG-4: which slot goes. */
class LeastRecentlyUsedTest {
    private static final int SLOTS = 4;

    private final Slots bank = new Slots();
    private final LeastRecentlyUsed search = new LeastRecentlyUsed(2, SLOTS);

    /** Slots with pages in all of them, none used. */
    private static final class Slots implements SlotBank {
        private final BitSet empty = new BitSet();
        private final BitSet busy = new BitSet();
        private final BitSet used = new BitSet();
        private int latest = -1;

        @Override
        public int number() {
            return 1;
        }

        @Override
        public int size() {
            return SLOTS;
        }

        @Override
        public boolean isEmpty(int slot) {
            return empty.get(slot);
        }

        @Override
        public boolean isBusy(int slot) {
            return busy.get(slot);
        }

        @Override
        public boolean isLatest(int slot) {
            return slot == latest;
        }

        @Override
        public boolean takeUsed(int slot) {
            boolean was = used.get(slot);
            used.clear(slot);
            return was;
        }
    }

    private void use(int... slots) {
        for (int slot : slots) {
            bank.used.set(slot);
            search.choose(bank);
        }
    }

    @Test
    void shouldTakeTheOneThatWasNotUsedForLongest() {
        use(2, 0, 3, 1);
        assertEquals(2, search.choose(bank));
        use(2);
        assertEquals(0, search.choose(bank));
    }

    @Test
    void shouldPreferAnEmptySlot() {
        use(3, 2, 1, 0);
        bank.empty.set(1);
        assertEquals(1, search.choose(bank));
    }

    @Test
    @DisplayName("PAG-4: never the latest page, busy ones only if there is no other")
    void shouldSpareTheLatestPageAndBusySlots() {
        use(0, 1, 2, 3);
        bank.latest = 0;
        bank.busy.set(1);
        assertEquals(2, search.choose(bank));
        bank.busy.set(1, SLOTS);
        assertEquals(1, search.choose(bank), "all others are busy");
        bank.busy.set(0, SLOTS);
        assertEquals(1, search.choose(bank), "not the latest even then");
    }

    @Test
    @DisplayName("PAG-6: the slots that are chosen next are told in their order, and asking changes no choice")
    void shouldTellTheNextVictims() {
        use(2, 0, 3, 1);
        bank.used.set(2);
        assertArrayEquals(new int[] {0, 3}, search.upcoming(bank, 2));
        assertArrayEquals(new int[] {0, 3, 1, 2}, search.upcoming(bank, 9));
        bank.busy.set(3);
        assertArrayEquals(new int[] {0, 1}, search.upcoming(bank, 2));
        bank.busy.clear(3);
        bank.latest = 0;
        assertArrayEquals(new int[] {3}, search.upcoming(bank, 1));
        assertEquals(3, search.choose(bank));
    }
}
