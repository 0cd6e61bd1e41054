package dev.clog.offheap;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * An empty slot, else the one whose page was not used for longest (PAG-4), else the busy one that will be free first.
 *
 * <p>A reader that finds a page only sets a mark, if it is not set, so that hits write nothing while nothing is evicted. A
 * search turns the marks of its bank into times: a page is as old as the searches since it was used.
 *
 * <p>Source: PostgreSQL {@code SlruSelectLRUPage}.
 */
final class LeastRecentlyUsed implements VictimSearch {
    private final long[][] usedAt;
    private final long[] now;

    LeastRecentlyUsed(int banks, int slots) {
        usedAt = new long[banks][slots];
        now = new long[banks];
    }

    @Override
    public int choose(SlotBank bank) {
        age(bank);
        int victim = oldest(bank, false);
        return victim >= 0 ? victim : oldest(bank, true);
    }

    private void age(SlotBank bank) {
        long[] used = usedAt[bank.number()];
        long time = ++now[bank.number()];
        for (int slot = 0; slot < used.length; slot++) {
            if (bank.takeUsed(slot)) {
                used[slot] = time;
            }
        }
    }

    /** The least recently used slot; -1 if there is none that is not busy, or, where those count, only the latest page. */
    private int oldest(SlotBank bank, boolean busyToo) {
        long[] used = usedAt[bank.number()];
        int oldest = -1;
        for (int slot = 0; slot < used.length; slot++) {
            if (bank.isEmpty(slot)) {
                return slot;
            }
            if (!bank.isLatest(slot) && (busyToo || !bank.isBusy(slot)) && (oldest < 0 || used[slot] < used[oldest])) {
                oldest = slot;
            }
        }
        return oldest;
    }

    /**
     * The marks count here too: else the page that came last, whose slot has the time of the one before, would be first. A
     * page that is just being read in has no mark yet, and is no victim either.
     */
    @Override
    public int[] upcoming(SlotBank bank, int count) {
        age(bank);
        long[] used = usedAt[bank.number()];
        return IntStream.range(0, used.length)
                .filter(slot -> !bank.isLatest(slot) && !bank.isBusy(slot))
                .boxed()
                .sorted(Comparator.comparingLong(slot -> used[slot]))
                .limit(count)
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
