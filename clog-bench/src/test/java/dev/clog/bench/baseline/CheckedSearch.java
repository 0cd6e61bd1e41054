package dev.clog.bench.baseline;

import dev.clog.offheap.SlotBank;
import dev.clog.offheap.VictimSearch;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;

/** Looks at every choice of a search: never the latest page, and a busy slot only if there is no other (PAG-4). */
final class CheckedSearch implements VictimSearch {
    private final VictimSearch search;
    private final Queue<String> violations;
    private final AtomicLong choices;

    CheckedSearch(VictimSearch search, Queue<String> violations, AtomicLong choices) {
        this.search = search;
        this.violations = violations;
        this.choices = choices;
    }

    @Override
    public int choose(SlotBank bank) {
        int slot = search.choose(bank);
        choices.getAndIncrement();
        if (!bank.isEmpty(slot)) {
            if (bank.isLatest(slot)) {
                violations.add("the latest page, in slot " + slot + " of bank " + bank.number());
            }
            if (bank.isBusy(slot) && hasIdle(bank)) {
                violations.add("busy slot " + slot + " of bank " + bank.number());
            }
        }
        return slot;
    }

    private static boolean hasIdle(SlotBank bank) {
        for (int slot = 0; slot < bank.size(); slot++) {
            if (bank.isEmpty(slot) || (!bank.isBusy(slot) && !bank.isLatest(slot))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void emptied(SlotBank bank, int slot) {
        search.emptied(bank, slot);
    }
}
