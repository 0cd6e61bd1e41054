package dev.clog.bench.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.clog.offheap.SlotBank;
import dev.clog.offheap.VictimSearch;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** PAG-4, PAG-7: what each search of 2012 chooses, on a bank that the test makes. */
class VictimSearchTest {
    private static final int SLOTS = 8;

    /** A bank of which everything can be said. */
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

    private final Slots bank = new Slots();

    /** All slots empty, then each given away once. */
    private VictimSearch filled(Variant variant) {
        VictimSearch search = variant.factory().create(2, SLOTS);
        bank.empty.set(0, SLOTS);
        TreeSet<Integer> chosen = new TreeSet<>();
        for (int i = 0; i < SLOTS; i++) {
            int slot = search.choose(bank);
            bank.empty.clear(slot);
            chosen.add(slot);
        }
        assertEquals(SLOTS, chosen.size(), "every empty slot once: " + chosen);
        return search;
    }

    @ParameterizedTest
    @EnumSource(Variant.class)
    @DisplayName("every empty slot is taken once before one with a page")
    void shouldFillTheBank(Variant variant) {
        filled(variant);
    }

    @ParameterizedTest
    @EnumSource(Variant.class)
    @DisplayName("PAG-4: a page that is used again and again stays, those that are not used go one after the other")
    void shouldKeepAPageThatIsUsed(Variant variant) {
        VictimSearch search = filled(variant);
        TreeSet<Integer> chosen = new TreeSet<>();
        for (int i = 0; i < 3 * SLOTS; i++) {
            bank.used.set(5);
            chosen.add(search.choose(bank));
        }
        assertFalse(chosen.contains(5), chosen::toString);
        assertEquals(SLOTS - 1, chosen.size(), chosen::toString);
    }

    @ParameterizedTest
    @EnumSource(Variant.class)
    @DisplayName("PAG-7: a slot that became empty is the next one where there is a list, and is found by the hand else")
    void shouldTakeASlotThatBecameEmpty(Variant variant) {
        VictimSearch search = filled(variant);
        for (int i = 0; i < 3; i++) {
            search.choose(bank);
        }
        bank.empty.set(6);
        search.emptied(bank, 6);
        int rounds = variant.hasList() ? 1 : SLOTS;
        int found = -1;
        for (int i = 0; i < rounds && found != 6; i++) {
            found = search.choose(bank);
        }
        assertEquals(6, found);
        bank.empty.clear(6);
        assertNotEquals(6, search.choose(bank), "it is off the list");
    }

    @ParameterizedTest
    @EnumSource(Variant.class)
    @DisplayName("PAG-4: never the latest page, a busy slot only if there is no other, whatever was used")
    void shouldMakeLegalChoices(Variant variant) {
        long seed = System.nanoTime();
        Queue<String> violations = new ArrayDeque<>();
        AtomicLong choices = new AtomicLong();
        VictimSearch search = new CheckedSearch(filled(variant), violations, choices);
        chooseAtRandom(search, new SplittableRandom(seed));
        assertEquals(20_000, choices.get());
        assertTrue(violations.isEmpty(), () -> violations.peek() + " seed=" + seed);
    }

    @Test
    @DisplayName("The test of the test: a search that only goes round is found out")
    void shouldFindOutASearchThatLooksAtNothing() {
        Queue<String> violations = new ArrayDeque<>();
        int[] hand = {0};
        VictimSearch careless = asked -> hand[0]++ % SLOTS;
        chooseAtRandom(new CheckedSearch(careless, violations, new AtomicLong()), new SplittableRandom(1));
        assertTrue(violations.stream().anyMatch(text -> text.startsWith("the latest page")));
        assertTrue(violations.stream().anyMatch(text -> text.startsWith("busy slot")));
    }

    private void chooseAtRandom(VictimSearch search, SplittableRandom random) {
        for (int round = 0; round < 20_000; round++) {
            bank.latest = random.nextInt(SLOTS);
            bank.busy.clear();
            int busy = random.nextInt(SLOTS + 1);
            for (int i = 0; i < busy; i++) {
                bank.busy.set(busy == SLOTS ? i : random.nextInt(SLOTS));
            }
            for (int i = random.nextInt(SLOTS); i > 0; i--) {
                bank.used.set(random.nextInt(SLOTS));
            }
            search.choose(bank);
        }
    }
}
